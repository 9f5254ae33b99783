"""The lessons, in the order in which they build up.

The menu, the headings, the footers and the tests of the lessons read this list. A lesson's stem
names its page (``pages/<stem>.py``), its text (``prose/<stem>.md``) and its code
(``snippets/<stem>.py``).
"""

from dataclasses import dataclass

__all__ = ["LESSONS", "Lesson"]


@dataclass(frozen=True)
class Lesson:
    """A lesson: its number, its stem, its title, the question it answers and where it is from."""

    number: int
    stem: str
    title: str
    question: str
    source: str

    @property
    def heading(self) -> str:
        """The title with the number in front, as menu and page show it."""
        return f"{self.number}. {self.title}"

    @property
    def page(self) -> str:
        """The page's file in the folder of pages."""
        return f"{self.stem}.py"


LESSONS = (
    Lesson(
        1,
        "bayes_rule",
        "Bayes’ rule and the best possible classifier",
        "If everything about the classes were known, how good could a classifier be, and why no "
        "better?",
        "Bayes classifier post, its rule and its optimality; linear classifiers post; Gaussian "
        "discriminants notes, MAP and ML",
    ),
    Lesson(
        2,
        "covariance_assumptions",
        "Three covariance assumptions",
        "What does a classifier gain, and what does it risk, when it lets each class have its own "
        "shape?",
        "Gaussian discriminants notes, cases 1–3 and their worked example",
    ),
    Lesson(
        3,
        "naive_and_optimal_bayes",
        "Naive and optimal Bayes",
        "What does a classifier lose that leaves the correlations out, and how would one know?",
        "Implementing Bayes Classifiers (Bint, Huus, Pratt, 2014)",
    ),
    Lesson(
        4,
        "linear_discriminants",
        "Linear discriminants for many classes",
        "How far does one straight rule for each class go on images, and what can spoil it unseen?",
        "linear classifiers post, its code and its table of accuracies",
    ),
    Lesson(
        5,
        "discrete_bayes",
        "Discrete naive Bayes",
        "How does a classifier learn by counting, and what does it make of what it never saw?",
        "Bayes classifier post, naive Bayes and discrete features",
    ),
    Lesson(
        6,
        "inner_products",
        "From inner products to kernels",
        "How does a classifier of means and covariances come to draw any boundary at all?",
        "Kernelized Bayes classifier notes, eqs. 172–182 and 187",
    ),
    Lesson(
        7,
        "threshold_search",
        "The 1-D search",
        "Where should a line of projected points be cut, and what does eq. 181 count?",
        "Kernelized Bayes classifier notes, eqs. 180–182 and the code below them",
    ),
    Lesson(
        8,
        "kernel_width",
        "γ: too smooth, right, memorised",
        "How narrow may the bump on each point be, and which accuracy can be trusted to say so?",
        "Kernelized Bayes classifier notes, the choice of γ in their examples",
    ),
    Lesson(
        9,
        "kernel_bayes_and_svm",
        "Kernel Bayes and the SVM",
        "In one sum all points vote, in the other only a few: which is right more often?",
        "Kernelized Bayes classifier notes, examples 1–3 and their tables",
    ),
    Lesson(
        10,
        "checking_the_sources",
        "Checking the sources",
        "Where are the texts behind these lessons wrong, and how would one find out?",
        "All five: kernelized Bayes classifier notes, Implementing Bayes Classifiers, linear "
        "classifiers post, Gaussian discriminants notes, Bayes classifier post",
    ),
)
