"""
Decision regions of kernel Bayes
================================

Kernel Bayes I places a bump on every training point and predicts the class whose mean of bumps is
higher by more than a threshold. The regions are deeper where the decision is clearer.
"""

from bayeslab import DatasetSpec, KernelBayes, decision_regions, load
from bayeslab.figures import draw_regions

moons = load(DatasetSpec("moons"))
model = KernelBayes("I", kernel="rbf", gamma=5.0).fit(moons.X, moons.y)
print(f"training accuracy {model.score(moons.X, moons.y):.1%}")

regions = decision_regions(model, box=(-3.6, 3.4, -2.8, 2.6))
figure = draw_regions(
    regions.x1,
    regions.x2,
    regions.label,
    regions.strength,
    moons.X,
    moons.y,
    class_names=moons.class_names,
    wrong=model.predict(moons.X) != moons.y,
    theme="light",
)
figure.show()
