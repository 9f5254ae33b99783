"""The lab's picture and table as plain Streamlit would do them: benchmarks/latency.py opens it."""

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from bayeslab.data.datasets import DatasetSpec, load
from bayeslab.data.points import bounding_box
from bayeslab.evaluation.accuracy import compare
from bayeslab.evaluation.models import TABLE_MODELS, ModelSpec, build_model
from bayeslab.evaluation.splits import EvaluationSpec
from bayeslab.scoring.grid import grid_nodes

points = load(DatasetSpec("moons", n=int(st.query_params.get("n", "300"))))
gamma = float(st.slider("gamma", 0.1, 10.0, 5.0, 0.1))
spec = ModelSpec(gamma=gamma)
model = build_model("I", spec).fit(points.X, points.y)
a, b, c, d = bounding_box(points.X)
x1, x2 = np.linspace(a, b, 200), np.linspace(c, d, 200)
nodes = grid_nodes(x1, x2)
score = model.decision_function(nodes).reshape(200, 200)
figure = go.Figure(go.Heatmap(x=x1, y=x2, z=score, showscale=False))
figure.add_scatter(x=points.X[:, 0], y=points.X[:, 1], mode="markers", marker_color=points.y)
st.plotly_chart(figure)
models = {key: build_model(key, spec) for key in TABLE_MODELS}
rows = compare(models, points.X, points.y, EvaluationSpec(folds=5))
st.table(
    {
        "Classifier": [row.name for row in rows],
        "Training": [row.training for row in rows],
        "5-fold": [row.held_out.mean if row.held_out else None for row in rows],
        "gamma": [gamma] * len(rows),
    }
)
