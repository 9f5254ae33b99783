"""The registry of lessons, in teaching order.

The menu, the headings, the footers and the tests of the lessons read this list. A lesson's stem
names its page (``pages/<stem>.py``) and its folder (``lessons/<stem>/``), which holds its text
(``text.md``), its script (``snippet.py``) and its view (``view.py``).
"""

from dataclasses import dataclass

__all__ = ["LESSONS", "Lesson"]


@dataclass(frozen=True)
class Lesson:
    """A lesson: number, stem, title, minutes it takes in class, question it answers, sources."""

    number: int
    stem: str
    title: str
    minutes: int
    question: str
    source: str

    @property
    def heading(self) -> str:
        """The number and the title, as the menu and the page show them."""
        return f"{self.number}. {self.title}"

    @property
    def page(self) -> str:
        """The file name of the page in ``pages/``."""
        return f"{self.stem}.py"


LESSONS = (
    Lesson(
        1,
        "bayes_rule",
        "Bayes’ rule and the best possible classifier",
        10,
        "If the class densities and the priors were known, how accurate could a classifier be?",
        "Bayes classifier post, its rule and its optimality; linear classifiers post; Gaussian "
        "discriminants notes, MAP and ML",
    ),
    Lesson(
        2,
        "covariance_assumptions",
        "Three covariance assumptions",
        10,
        "What does a classifier gain, and what does it risk, when each class has its own "
        "covariance?",
        "Gaussian discriminants notes, cases 1–3 and their worked example",
    ),
    Lesson(
        3,
        "naive_and_optimal_bayes",
        "Naive and optimal Bayes",
        15,
        "What does a classifier lose by ignoring correlations, and how can you measure the loss?",
        "Implementing Bayes Classifiers (Bint, Huus, Pratt, 2014)",
    ),
    Lesson(
        4,
        "linear_discriminants",
        "Linear discriminants for many classes",
        10,
        "How well does one linear score for each class recognise images, and what can silently "
        "make it fail?",
        "linear classifiers post, its code and its table of accuracies",
    ),
    Lesson(
        5,
        "discrete_bayes",
        "Discrete naive Bayes",
        10,
        "How does a classifier learn from counts, and what does it do with values it has never "
        "seen?",
        "Bayes classifier post, naive Bayes and discrete features",
    ),
    Lesson(
        6,
        "inner_products",
        "From inner products to kernels",
        15,
        "How can a classifier built from means and covariances have a boundary of any shape?",
        "Kernelized Bayes classifier notes, eqs. 172–182 and 187",
    ),
    Lesson(
        7,
        "threshold_search",
        "Searching for the threshold",
        10,
        "Where on the line of projections should the threshold be, and what does the notes' "
        "criterion (label consistency, eq. 181) measure?",
        "Kernelized Bayes classifier notes, eqs. 180–182 and the code below them",
    ),
    Lesson(
        8,
        "kernel_width",
        "Choosing γ: underfitting and overfitting",
        10,
        "How narrow should the kernel be, and which estimate of accuracy should choose its width?",
        "Kernelized Bayes classifier notes, the choice of γ in their examples",
    ),
    Lesson(
        9,
        "kernel_bayes_and_svm",
        "Kernel Bayes and the SVM",
        15,
        "Kernel Bayes uses all training points, the SVM only a few: which is more accurate?",
        "Kernelized Bayes classifier notes, examples 1–3 and their tables",
    ),
    Lesson(
        10,
        "checking_the_sources",
        "Checking the sources",
        10,
        "Where are the sources of these lessons wrong, and how can you find such errors?",
        "All five: kernelized Bayes classifier notes, Implementing Bayes Classifiers, linear "
        "classifiers post, Gaussian discriminants notes, Bayes classifier post",
    ),
)
