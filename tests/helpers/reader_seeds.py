"""By the name of a reader, bytes that it accepts as they stand."""

import gzip
import json
import struct
from collections.abc import Mapping
from types import MappingProxyType

import numpy as np

from core.drawing import Drawing, encode_drawing
from core.drawing_format import EXACT_HEADER
from core.exercises.sets import read_set
from core.exercises.sets import write_link as write_exercise_link
from core.packing import pack_column, pack_steps
from core.scenes import Scene, SceneSet, write_link, write_scenes
from lessons.exercises import FOLDER, PAGES

__all__ = ["SEEDS"]

TABLE = b"x,y,kind" + b"".join(b"\\n%d,%d,%d" % (k, k * k % 7, k % 2) for k in range(12))
NO_COLUMN = pack_column(np.zeros(0))
SQUARE_TEXT = encode_drawing(Drawing.at((-1, 1, 0, 2), [[0, 1], [2, 3], [4, 5]], [0, 1, 2]))

SCENES = SceneSet(
    "Two", (Scene("Moons", "Ask first.", query="gamma=5&names=a~b~%C3%A4~d"), Scene("", page=""))
)

EXERCISES = "\n".join(
    f"# Exercise {path.stem}\n{path.read_text(encoding='utf-8')}"
    for path in sorted(FOLDER.glob("o*.md"))
)
EACH_EXERCISE = tuple(f"# Exercise {part}".encode() for part in EXERCISES.split("# Exercise ")[1:])
DRAFT = "lesson: 1\nlevel: 1\nkind: choice\nsituation: lab?\n\n# Answers\n- [ ]\n\n- [x] b\n"

SEEDS: Mapping[str, tuple[bytes, ...]] = MappingProxyType(
    {
        "link": (
            b"",
            b"data=iris&features=2-3&classes=0-1-2&standardise=yes&embed=true",
            b"data=rings&n=60&noise=0.25&balance=0.3&seed=7&scheme=leave-one-out&folds=5",
            b"model=II&beside=svc-rbf&kernel=polynomial&gamma=1e1&degree=3&coef0=0.5",
            b"threshold=loo&metric=pooled&determinants=yes&switches=errors-axes",
            b"svc_C=100&svc_gamma=own&svc_gamma_value=0.01&svc_standardise=no",
            f"data=drawn&points={SQUARE_TEXT}&names=%C3%A4~x%20y~no~yes".encode(),
            b"data=drawn&points=@0123abcd",
        ),
        "lesson link": (
            b"",
            b"\x00classes=same_mean&mean_plus=1.2&rule=costs&loss=7&new=10000&formula=numbers",
            b"\x06example=upside_down&cut=19",
            b"\x07data=spirals&classifier=II&cut=error&gamma=0.01&situation=xor&features=7",
            b"\x08example=moons&kernel=linear&variant=II&gamma=0.5&curves=yes",
            b"\x01case=3&points=2+6+%2B&example=outlier&view=far_out",
            b"\x01case=2&points=2+6+%2B%3B+1+-2.5+-&offset=formula&pooling=0.5",
            b"\x03view=confusion&arithmetic=bytes&truth=3&predicted=5&share=0.02",
            b"\x03view=weights&pixels=" + b"0g" * 32,
        ),
        "compact drawing": (
            b"\x11\1\0\0" + 3 * b"\0",
            b"\1\0" + struct.pack("<4fH", 0, 1, 0, 1, 2) + 3 * b"\xff\2\x40",
            b"\x11\1\3\0" + 3 * pack_steps(np.array([3, 0, 7])),
        ),
        "exact drawing": (
            EXACT_HEADER.pack(0, 3, -1, 1, 0) + 2 * NO_COLUMN + b"\x00",
            EXACT_HEADER.pack(0, 3, -1, 1, 1) + 2 * pack_column(np.array([1e8])) + b"\x04\x90",
            EXACT_HEADER.pack(0, 3, -1, 1, 2)
            + pack_column(np.array([0.1, 2.5]))
            + pack_column(np.array([np.pi / 4, -1e-9 / 3]))
            + b"\x01\x40",
        ),
        "message": (
            b'{"drawing": {"seq": 1, "revision": 2}}',
            b'{"drawing": {"seq": 3, "revision": 1, "points": null, "gamma": 0.5}}',
            b'{"drawing": {"seq": 3.0, "revision": "1", "gamma": 1e2, "switches": []}}',
            json.dumps(
                {
                    "drawing": {
                        "seq": 9,
                        "revision": 1,
                        "points": SQUARE_TEXT,
                        "gamma": 12.5,
                        "switches": ["far", "equal"],
                    }
                }
            ).encode(),
        ),
        "scenes": (
            write_scenes(SCENES).encode(),
            write_scenes(SceneSet()).encode(),
            b'{"format": "bayeslab scenes", "version": 1, "title": "", "scenes": [{}]}',
        ),
        "exercise": tuple(path.read_bytes() for path in sorted(FOLDER.glob("*.md"))),
        "exercise set": (EXERCISES.encode(), *EACH_EXERCISE),
        "exercise link": tuple(
            write_exercise_link(each).encode()
            for each in (read_set(EXERCISES, "", PAGES), *zip(read_set(EXERCISES, "", PAGES)))
        ),
        "exercise draft": (
            EXERCISES.encode(),
            *EACH_EXERCISE,
            b"# Exercise new\n" + DRAFT.encode(),
        ),
        "scenes link": (b"svm", write_link(SCENES).encode(), write_link(SceneSet()).encode()),
        "teacher": (
            b'{"n":1,"do":"start","key":"draw","settings":{"budget":10,"gamma":5}}',
            b'{"n":1,"do":"start","key":"vote","settings":{"question":"Q","options":["a","b"]}}'
            b'\n{"n":2,"do":"again"}\n{"n":3,"do":"reveal","on":true}',
            b'{"n":1,"do":"start","key":"cut","settings":{"data":"moons","n":20,"model":"I"}}',
            b'{"n":1,"do":"start","key":"cut","settings":{"table":"'
            + TABLE
            + b'","ask":"point","model":"I"}}\n{"n":2,"do":"reveal","on":true}',
            b'{"n":1,"do":"start","key":"challenge","settings":{"table":"' + TABLE + b'"}}',
            b'{"n":1,"do":"set","settings":{"gamma":2.5}}\n{"n":2,"do":"freeze","on":true}'
            b'\n{"n":3,"do":"clear"}\n{"n":4,"do":"undo"}',
            b'{"n":1,"do":"start","key":"exercise","settings":{"exercise":"two_cuts","variant":7}}'
            b'\n{"n":2,"do":"reveal","on":true}\n{"n":3,"do":"set","settings":{"opened":0}}',
            b'{"n":1,"do":"lock","on":true}\n{"n":2,"do":"end"}',
        ),
        "participant": (
            b'0{"n":1,"do":"put","activity":1,"value":{"points":{"0":[0.5,-0.25,1]}}}'
            b'\n{"n":2,"do":"put","activity":1,"value":{"points":{"0":null}}}',
            b'1{"n":1,"do":"put","activity":1,"value":{"option":0}}\n{"n":2,"do":"leave"}',
            b'2{"n":1,"do":"put","activity":1,"value":{"cut":0.01}}',
            b'3{"n":1,"do":"put","activity":1,"value":{"point":[0.5,0.25]}}',
            b'4{"n":1,"do":"put","activity":1,"value":{"model":"I","gamma":3.5}}',
            b'5{"n":1,"do":"put","activity":1,"value":{"state":{"points":""}}}',
            b'6{"n":1,"do":"put","activity":1,"value":{"place":{"p1":0,"p2":0,"q1":1,"q2":1}}}',
            b'7{"n":1,"do":"put","activity":1,"value":{"number":60}}',
            b'8{"n":1,"do":"put","activity":1,"value":{"option":1}}',
        ),
        "student": (
            b'Ada\n{"n":1,"do":"hand_in","exercise":"one_word","value":{"number":60}}',
            b'\n{"n":2,"do":"hand_in","exercise":"two_cuts","value":{"option":1}}'
            b'\n{"n":3,"do":"hand_in","exercise":"line_of_lda","value":'
            b'{"place":{"p1":0,"p2":0,"q1":1,"q2":1}}}',
            b'=1+1\n{"n":1,"do":"hand_in","exercise":"draw_where_lda_fails","value":'
            b'{"state":{"points":""}}}\n{"n":2,"do":"leave"}',
        ),
        "export": (
            b"width~height~cat~dog~pets",
            b'"); attack()#~\'\'\'); attack()~""" + attack() + """~\\"+attack()~coding: utf-7',
            b"\nattack()~\rattack()~{attack()}~%s\\~\x0c\nattack()",
            b"=attack()~+1~-1~@x~\\input{x}",
            b"\xe2\x80\xa8attack()~\x00~\\N{BULLET}~[2cm]~$x_2$ & \\\\*",
        ),
        "file": tuple(gzip.compress(each, mtime=0) for each in (b"", b"a,b\n1,2\n", bytes(1000))),
        "plan": (
            b"[]",
            b'[{"title":"A","note":"","key":"draw","settings":{"budget":3}}]',
            b'[{"title":"","note":"Ask.","key":"vote","settings":'
            b'{"question":"Q","options":["a","b"],"answer":1,"why":"So."}}]',
            b'[{"title":"","note":"","key":"challenge","settings":{"table":"' + TABLE + b'"}}]',
        ),
        "scenes in a room": tuple(
            write_scenes(SceneSet("One", (Scene("A", page="room", query=query),))).encode()
            for query in (
                "activity=draw",
                "activity=draw&settings=%7B%22gamma%22%3A2.5%7D",
                "activity=cut&settings=%7B%22data%22%3A%22moons%22%2C%22n%22%3A40%7D",
            )
        ),
        "table": (
            b"width,height,kind\n1.5,-2,cat\n3,0.25,dog\n",
            b"width;height;kind\r\n1,5;-2;cat\r\n3;0,25;dog\r\n",
            b"a\tb\tc\n1\t2\tx\n1e3\t.5\ty\nnan\t1\ty\n",
            b'a,"b\nc",b,b\n1,2,"x, ""y""",5\n3,4,,\n5,6,\'=z\n',
            b"1,2,1\n3,4,2\n5,6,10\n",
            b"\xef\xbb\xbfa,b,c\n1,2,\xc3\xa4\n3,4,y\n",
            "a,b,c\n1,2,\u732b\n3,4,y\n".encode("utf-16"),
            b"a,b,c\n1,2,\xe4\n3,4,y\n",
        ),
    }
)
