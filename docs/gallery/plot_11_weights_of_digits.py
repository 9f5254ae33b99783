"""
Weight images of digits
=======================

Linear discriminant analysis gives each digit a weight image. Ink on vermillion raises the score of
the class, ink on blue lowers it. The covariance of the pixels is shrunk, because some pixels are
always empty.
"""

from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

from bayeslab import GaussianBayes
from bayeslab.figures import draw_images

digits = load_digits()
X, new_X, y, new_y = train_test_split(digits.data, digits.target, random_state=0)
model = GaussianBayes("pooled", shrinkage=0.2).fit(X, y)
print(f"training {model.score(X, y):.1%}, held out {model.score(new_X, new_y):.1%}")

weights = model.class_discriminants_.w
figure = draw_images(
    (weights - weights.mean(axis=0)).reshape(-1, 8, 8),
    [str(name) for name in digits.target_names],
    signed=True,
    theme="light",
)
figure.show()
