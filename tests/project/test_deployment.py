"""The files that put the app on a server, compared with the app and with each other.

nginx runs in a test of its own. Docker and Kubernetes do not, so their files are read.
"""

import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from streamlit import config

import bayeslab
from core.share import FRAME_ANCESTORS
from dockerfile import instructions, last_stage, saying
from live.log import DATA, REPLICAS, ROOMS
from programs import find_program
from source import ROOT
from ui.descriptors import ENOUGH

PORT = 8501  # Streamlit's own
HEALTH = "/_stcore/health"
UPLOAD = "2m"  # files of visitors arrive on the WebSocket; other requests are small
RUN_BY = "10001"
NGINX = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
UNIT = (ROOT / "deploy" / "bayeslab@.service").read_text(encoding="utf-8")
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
THINGS: dict[tuple[str, str], Any] = {
    (thing["kind"], thing["metadata"]["name"]): thing
    for path in (ROOT / "deploy" / "kubernetes").glob("*.yaml")
    for thing in yaml.safe_load_all(path.read_text(encoding="utf-8"))
}
OBJECTS: dict[str, Any] = {kind: THINGS[kind, name] for kind, name in THINGS if name == "bayeslab"}
STORE: dict[str, Any] = THINGS["StatefulSet", "bayeslab-rooms"]["spec"]["template"]["spec"]
POD: dict[str, Any] = OBJECTS["Deployment"]["spec"]["template"]["spec"]
(CONTAINER,) = POD["containers"]
DEPLOYMENT_FILES = [
    *(ROOT / name for name in ("Dockerfile", ".dockerignore", "compose.yaml")),
    *(path for path in (ROOT / "deploy").rglob("*") if path.is_file()),
]


def environment_of_image() -> dict[str, str]:
    return dict(pair.split("=", 1) for text in saying("ENV") for pair in shlex.split(text))


def test_the_app_has_the_port_and_the_sizes_that_the_files_say() -> None:
    assert config.get_option("server.port") == PORT
    assert int(UPLOAD.removesuffix("m")) == config.get_option("server.maxUploadSize") + 1
    assert f"client_max_body_size {UPLOAD};" in NGINX


@pytest.mark.parametrize("path", DEPLOYMENT_FILES, ids=lambda path: path.name)
def test_no_file_names_a_registry_or_an_unpinned_image(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    images = re.findall(r"^\s*(?:-\s*)?(?:image:|FROM)\s+([^\s#]+)", text, re.MULTILINE)
    assert [image for image in images if "." in image.split("/")[0].split(":")[0]] == []
    assert [image for image in images if image.endswith(":latest")] == []
    assert not re.search(r"docker\.io|ghcr\.io|quay\.io|gcr\.io|registry\.", text)


def test_the_image_installs_by_hash_and_runs_as_an_ordinary_user() -> None:
    assert any(
        word == "RUN" and "--require-hashes" in text and "-r requirements.txt" in text
        for word, text in instructions()
    )
    assert saying("FROM") == ["python:3.13-slim"]
    assert saying("USER") == [RUN_BY]
    assert f"--uid {RUN_BY}" in " ".join(saying("RUN"))
    after = last_stage()[[word for word, _ in last_stage()].index("USER") :]
    assert {word for word, _ in after} == {"USER", "EXPOSE", "HEALTHCHECK", "CMD"}
    assert "ADD" not in {word for word, _ in instructions()}


def test_the_image_starts_the_app_listens_and_contacts_no_host() -> None:
    assert saying("EXPOSE") == [str(PORT)]
    assert saying("CMD") == ['["streamlit", "run", "app.py"]']
    assert f"http://localhost:{PORT}{HEALTH}" in saying("HEALTHCHECK")[0]
    environment = environment_of_image()
    assert environment["STREAMLIT_SERVER_ADDRESS"] == "0.0.0.0"
    assert environment["BAYESLAB_DOWNLOADS"] == "no"
    assert environment["HOME"] == "/tmp"


@pytest.mark.parametrize("name", COMPOSE["services"])
def test_every_container_is_confined(name: str) -> None:
    service = COMPOSE["services"][name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert set(service["deploy"]["resources"]["limits"]) >= {"cpus", "memory"}


def test_only_nginx_is_reached_from_outside_and_it_reaches_the_replicas() -> None:
    app, nginx = COMPOSE["services"]["app"], COMPOSE["services"]["nginx"]
    assert "ports" not in app
    assert app["networks"] == ["inside"]
    assert COMPOSE["networks"]["inside"]["internal"] is True
    assert nginx["ports"] == ["${PORT:-8080}:8080"]
    assert re.search(r"listen 8080\b", NGINX)
    assert f"server app:{PORT} " in NGINX
    (mount,) = nginx["volumes"]
    assert mount == "./deploy/nginx.conf:/etc/nginx/nginx.conf:ro"
    assert nginx["depends_on"]["app"]["condition"] == "service_healthy"
    assert app["environment"] == {
        FRAME_ANCESTORS: "${" + FRAME_ANCESTORS + ":-'self'}",
        REPLICAS: "${REPLICAS:-2}",
        ROOMS: "redis://rooms:6379/0",
        "FORWARDED_ALLOW_IPS": "*",
    }
    assert app["deploy"]["replicas"] == app["environment"][REPLICAS]


def test_the_class_rooms_are_shared_by_the_replicas_and_survive_a_restart() -> None:
    rooms = COMPOSE["services"]["rooms"]
    assert rooms["networks"] == ["inside"] and "ports" not in rooms
    assert rooms["command"][1:5] == ["--appendonly", "yes", "--appendfsync", "always"]
    assert rooms["volumes"] == ["rooms:/data"] and "rooms" in COMPOSE["volumes"]


def test_a_visitor_is_led_back_by_a_cookie_and_never_by_the_address() -> None:
    assert re.findall(r"^\s*(hash \S+|ip_hash|least_conn)", NGINX, re.MULTILINE) == [
        "hash $visitor"
    ]
    annotations = OBJECTS["Ingress"]["metadata"]["annotations"]
    about = {name.partition("/")[2]: text for name, text in annotations.items()}
    assert about["affinity"] == "cookie"
    assert about["session-cookie-change-on-failure"] == "true"
    assert about["proxy-body-size"] == UPLOAD
    assert "sessionAffinity" not in OBJECTS["Service"]["spec"]


def test_the_cluster_finds_the_app() -> None:
    (port,) = CONTAINER["ports"]
    assert port == {"name": "http", "containerPort": PORT}
    labels = OBJECTS["Deployment"]["spec"]["template"]["metadata"]["labels"]
    assert OBJECTS["Deployment"]["spec"]["selector"]["matchLabels"] == labels
    assert OBJECTS["PodDisruptionBudget"]["spec"]["selector"]["matchLabels"] == labels
    service = OBJECTS["Service"]
    assert service["spec"]["selector"] == labels
    assert service["spec"]["ports"][0]["targetPort"] == port["name"]
    (rule,) = OBJECTS["Ingress"]["spec"]["rules"]
    (path,) = rule["http"]["paths"]
    assert path["backend"]["service"]["name"] == service["metadata"]["name"]
    assert CONTAINER["image"] == f"bayeslab:{bayeslab.__version__}"


@pytest.mark.parametrize("probe", ["startupProbe", "readinessProbe", "livenessProbe"])
def test_every_probe_asks_for_the_health(probe: str) -> None:
    assert CONTAINER[probe]["httpGet"] == {"path": HEALTH, "port": "http"}


def test_the_pod_is_confined() -> None:
    assert POD["securityContext"]["runAsNonRoot"] is True
    assert str(POD["securityContext"]["runAsUser"]) == RUN_BY
    assert POD["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
    assert POD["automountServiceAccountToken"] is False
    assert CONTAINER["securityContext"] == {
        "allowPrivilegeEscalation": False,
        "readOnlyRootFilesystem": True,
        "capabilities": {"drop": ["ALL"]},
    }
    assert set(CONTAINER["resources"]["limits"]) == {"cpu", "memory"}
    (mount,) = CONTAINER["volumeMounts"]
    assert mount["mountPath"] == environment_of_image()["HOME"]


def test_replicas_of_the_cluster_share_the_rooms_and_only_the_ingress_reaches_them() -> None:
    environment = {pair["name"]: pair["value"] for pair in CONTAINER["env"]}
    assert environment[REPLICAS] == str(OBJECTS["Deployment"]["spec"]["replicas"])
    service = THINGS["Service", "bayeslab-rooms"]
    (port,) = service["spec"]["ports"]
    assert environment[ROOMS] == f"redis://{service['metadata']['name']}:{port['port']}/0"
    labels = THINGS["StatefulSet", "bayeslab-rooms"]["spec"]["template"]["metadata"]["labels"]
    policy = THINGS["NetworkPolicy", "bayeslab-rooms"]["spec"]
    assert service["spec"]["selector"] == labels == policy["podSelector"]["matchLabels"]
    (source,) = policy["ingress"][0]["from"]
    app = OBJECTS["Deployment"]["spec"]["template"]["metadata"]["labels"]
    assert source["podSelector"]["matchLabels"] == app
    # Who can reach the app is believed when it tells a visitor's address.
    assert environment["FORWARDED_ALLOW_IPS"] == "*"
    policy = OBJECTS["NetworkPolicy"]["spec"]
    assert policy["podSelector"]["matchLabels"] == app
    (source,) = policy["ingress"][0]["from"]
    assert list(source) == ["namespaceSelector"]


def test_the_store_of_the_cluster_is_that_of_compose() -> None:
    (store,) = STORE["containers"]
    rooms = COMPOSE["services"]["rooms"]
    assert (store["image"], store["command"]) == (rooms["image"], rooms["command"])
    assert rooms["user"] == "{runAsUser}:{runAsGroup}".format(**STORE["securityContext"])
    assert store["securityContext"] == CONTAINER["securityContext"]


def unit(name: str) -> list[str]:
    """Return the values of a setting of the unit, in order."""
    return re.findall(rf"^{name}=(.*)$", UNIT, re.MULTILINE)


def test_the_unit_of_systemd_listens_to_this_machine_only_and_is_confined() -> None:
    assert "streamlit run app.py" in UNIT
    assert "--server.address 127.0.0.1 --server.port %i" in UNIT
    for setting in ("NoNewPrivileges=true", "ProtectSystem=strict", "Restart=always"):
        assert setting in UNIT.splitlines()


def test_the_unit_keeps_the_rooms_where_updates_and_other_users_do_not_reach_them() -> None:
    (folder,) = unit("StateDirectory")
    environment = dict(pair.split("=", 1) for line in unit("Environment") for pair in line.split())
    assert environment[DATA] == f"/var/lib/{folder}/rooms.sqlite"
    assert environment["HOME"] == f"/var/lib/{folder}"
    assert (unit("StateDirectoryMode"), unit("UMask")) == (["0700"], ["0077"])
    assert environment["FORWARDED_ALLOW_IPS"] == "127.0.0.1"
    assert ROOMS not in environment  # one process, unless /etc/bayeslab.conf names Redis
    assert unit("EnvironmentFile") == ["-/etc/bayeslab.conf"]
    assert unit("RestartPreventExitStatus") == ["3"]


@pytest.mark.skipif(sys.platform != "linux", reason="systemd is Linux's")
def test_systemd_accepts_the_unit(tmp_path: Path) -> None:
    """With the streamlit of these tests in the place of the one that is not installed here."""
    streamlit = Path(sys.executable).with_name("streamlit")
    text, count = re.subn(r"/opt/bayeslab/.venv/bin/streamlit", str(streamlit), UNIT)
    assert count == 1
    path = tmp_path / "bayeslab@8501.service"
    path.write_text(text, encoding="utf-8")
    checked = subprocess.run(
        [find_program("systemd-analyze"), "verify", str(path)], capture_output=True, text=True
    )
    assert (checked.returncode, checked.stdout, checked.stderr) == (0, "", "")


CLASS = 500  # labs and phones
REQUESTS = 121  # of a first visit to the lab


def test_a_class_fits_into_the_limits() -> None:
    needed = 2 * CLASS  # WebSockets
    nofile = {name: COMPOSE["services"][name]["ulimits"]["nofile"] for name in ("app", "nginx")}
    assert unit("LimitNOFILE") == [str(nofile["app"])]
    # A page takes four, a phone one, and a browser that loads a page up to six.
    assert nofile["app"] >= ENOUGH >= (4 + 1 + 6) * CLASS
    pids = COMPOSE["services"]["app"]["deploy"]["resources"]["limits"]["pids"]
    assert unit("TasksMax") == [str(pids)]
    assert pids > 2 * needed - 1
    numbers = {
        name: int(re.findall(pattern, NGINX)[0])
        for name, pattern in {
            "connections": r"worker_connections (\d+);",
            "files": r"worker_rlimit_nofile (\d+);",
            "requests": r"limit_req zone=requests burst=(\d+) nodelay;",
            "sockets": r"limit_req zone=sockets burst=(\d+) nodelay;",
            "open": r"limit_conn open_sockets (\d+);",
        }.items()
    }
    assert numbers["files"] == nofile["nginx"] >= 2 * numbers["connections"]
    assert numbers["connections"] >= 2 * (needed + 6 * CLASS)
    assert numbers["requests"] >= CLASS * REQUESTS
    assert numbers["sockets"] >= 4 * needed
    assert needed < numbers["open"] < nofile["app"] // 4 * 3


def test_the_document_has_the_numbers_of_the_files() -> None:
    document = (ROOT / "docs" / "deploy.md").read_text(encoding="utf-8")
    section = document.partition("## Limits of the system")[2].partition("\n## ")[0]
    for pattern in (
        r"worker_connections (\d+);",
        r"worker_rlimit_nofile (\d+);",
        r"burst=(\d+) nodelay;",
        r"rate=(\d+)r/s;",
        r"limit_conn open_sockets (\d+);",
    ):
        for number in re.findall(pattern, NGINX):
            assert f"{int(number):,}" in section, number
    for number in (*unit("LimitNOFILE"), *unit("TasksMax"), str(REQUESTS), str(ENOUGH)):
        assert f"{int(number):,}" in section, number
