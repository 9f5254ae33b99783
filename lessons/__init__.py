"""The registry of lessons, in teaching order.

The menu, the headings, the footers and the tests of the lessons read this list. A lesson's stem
names its script (``pages/<stem>.py``) and its folder (``lessons/<stem>/``), which holds its state
(``state.py``), its page (``page.py``), its text (``text.md``) and its code (``snippet.py``).
"""

from dataclasses import dataclass

from lessons.bayes_rule.state import BayesRuleState
from lessons.checking_the_sources.state import CheckingTheSourcesState
from lessons.covariance_assumptions.state import CovarianceAssumptionsState
from lessons.discrete_bayes.state import DiscreteBayesState
from lessons.inner_products.state import InnerProductsState
from lessons.kernel_bayes_and_svm.state import KernelBayesAndSvmState
from lessons.kernel_width.state import KernelWidthState
from lessons.lesson_state import LessonState
from lessons.linear_discriminants.state import LinearDiscriminantsState
from lessons.naive_and_optimal_bayes.state import NaiveAndOptimalBayesState
from lessons.threshold_search.state import ThresholdSearchState


@dataclass(frozen=True)
class Lesson:
    """A lesson: number, stem, title, minutes in class, question, sources, class of its state."""

    number: int
    stem: str
    title: str
    minutes: int
    question: str
    source: str
    state: type[LessonState]

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
        BayesRuleState,
    ),
    Lesson(
        2,
        "covariance_assumptions",
        "Three covariance assumptions",
        10,
        "What does a classifier gain, and what does it risk, when each class has its own "
        "covariance?",
        "Gaussian discriminants notes, cases 1–3 and their worked example",
        CovarianceAssumptionsState,
    ),
    Lesson(
        3,
        "naive_and_optimal_bayes",
        "Naive and optimal Bayes",
        15,
        "Can a feature that says nothing about the class by itself help to tell the classes apart?",
        "Implementing Bayes Classifiers (Bint, Huus, Pratt, 2014)",
        NaiveAndOptimalBayesState,
    ),
    Lesson(
        4,
        "linear_discriminants",
        "Linear discriminants for many classes",
        10,
        "Can weighted sums of pixels read handwriting, and what can ruin them without any error "
        "message?",
        "linear classifiers post, its code and its table of accuracies",
        LinearDiscriminantsState,
    ),
    Lesson(
        5,
        "discrete_bayes",
        "Discrete naive Bayes",
        10,
        "How does a classifier learn from counts, and what does it do with values it has never "
        "seen?",
        "Bayes classifier post, naive Bayes and discrete features",
        DiscreteBayesState,
    ),
    Lesson(
        6,
        "inner_products",
        "From inner products to kernels",
        15,
        "How can a rule that only draws straight lines separate two rings?",
        "Kernelized Bayes classifier notes, eqs. 172–182 and 187",
        InnerProductsState,
    ),
    Lesson(
        7,
        "threshold_search",
        "Searching for the threshold",
        10,
        "Where should the cut be, and can a natural-looking rule choose a bad one?",
        "Kernelized Bayes classifier notes, eqs. 180–182 and the code below them",
        ThresholdSearchState,
    ),
    Lesson(
        8,
        "kernel_width",
        "Choosing γ: under- and overfitting",
        10,
        "How narrow should the kernel be, and which estimate of accuracy should choose its width?",
        "Kernelized Bayes classifier notes, the choice of γ in their examples",
        KernelWidthState,
    ),
    Lesson(
        9,
        "kernel_bayes_and_svm",
        "Kernel Bayes and the SVM",
        15,
        "Kernel Bayes uses all training points, the SVM only a few: which is more accurate?",
        "Kernelized Bayes classifier notes, examples 1–3 and their tables",
        KernelBayesAndSvmState,
    ),
    Lesson(
        10,
        "checking_the_sources",
        "Checking the sources",
        15,
        "Is this printed line right, and how can you tell without an answer key?",
        "All five: kernelized Bayes classifier notes, Implementing Bayes Classifiers, linear "
        "classifiers post, Gaussian discriminants notes, Bayes classifier post",
        CheckingTheSourcesState,
    ),
)
