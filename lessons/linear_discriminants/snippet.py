"""Linear discriminants on 8 x 8 digits: correct, and with the means stored as bytes."""

import numpy as np

from bayeslab.figures import draw_images
from core.images import load_images

digits = load_images("digits")
X, y = digits.X.astype(float), digits.y
mu = np.stack([X[y == k].mean(axis=0) for k in range(10)])
p = np.unique(y, return_counts=True)[1] / len(y)

residuals = {
    "floats": X - mu[y],
    "bytes": digits.X - mu[y].astype(np.uint8),  # 3 - 5 is 254
}
for arithmetic, R in residuals.items():
    S = np.cov(R.T, bias=True)  # already a mean; do not divide by n again
    W = mu @ np.linalg.pinv(S, hermitian=True)
    b = np.log(p) - (mu * W).sum(axis=1) / 2
    predicted = (digits.test_X @ W.T + b).argmax(axis=1)
    print(f"{arithmetic}: accuracy {np.mean(predicted == digits.test_y):.1%} on new digits")

figure = draw_images(mu.reshape(-1, 8, 8), digits.class_names)
figure.show()
