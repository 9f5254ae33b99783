"""
Kernel Bayes and the support vector machine
===========================================

Both use the same kernel. The SVM weighs its bumps by an optimisation and keeps only the support
vectors; kernel Bayes gives all bumps of a class the same weight. Grey is where they disagree.
"""

import numpy as np
from sklearn.svm import SVC

from bayeslab import DatasetSpec, KernelBayes, decision_regions, load
from bayeslab.evaluation import mcnemar
from bayeslab.figures import draw_disagreement

train, new = (load(DatasetSpec("moons", n=n, seed=seed)) for n, seed in [(200, 0), (2000, 1)])
kernel_bayes = KernelBayes("I", gamma=5.0).fit(train.X, train.y)
svm = SVC(gamma=5.0).fit(train.X, train.y)
print(f"{len(svm.support_)} of {len(train.y)} points are support vectors")

found = mcnemar(new.y, kernel_bayes.predict(new.X), svm.predict(new.X))
(_, only_kernel_bayes), (only_svm, _) = found.counts
print(f"only kernel Bayes correct {only_kernel_bayes}, only the SVM {only_svm}")
print(f"p = {found.p_value:.2g} (McNemar)")

regions = [decision_regions(model, (-3.6, 3.4, -2.8, 2.6)) for model in (kernel_bayes, svm)]
only_one = found.first_right != found.second_right
figure = draw_disagreement(
    regions[0].x1,
    regions[0].x2,
    [each.score for each in regions],
    new.X[only_one],
    np.where(found.second_right[only_one], 1, 0),
    names=("kernel Bayes", "SVM"),
    theme="light",
)
figure.show()
