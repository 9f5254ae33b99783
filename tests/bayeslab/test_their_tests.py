"""scikit-learn's own tests, as they ship with the installed version, on the package's classifiers.

The table has each of them: how it is adapted, or why it is not ours. A test that is not in it, or
is there no longer, fails here.
"""

import inspect
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from their_tests import Ours, load

OURS = Ours()
ARRAYS = "It runs on arrays of other libraries, on which ours does not."
DRAWN = "It draws with matplotlib."
FOREIGN = "No classifier of ours takes part."
FLOATS = "Ours computes in float64 whatever the data are."
NO_ESTIMATOR = "Ours takes no covariance_estimator."
MULTINOMIAL = "Ours has no classifier of this kind."
PRIVATE = "It tests a private function of theirs."
SHRUNKEN = "Ours does not shrink means."
SPARSE = "Ours takes no sparse data."

NAIVE_BAYES = {
    "test_gnb": OURS,
    "test_gnb_prior": OURS,
    "test_gnb_sample_weight": Ours(until="# non-regression test for gh-24140"),  # One class.
    "test_gnb_neg_priors": OURS,
    "test_gnb_priors": OURS,
    "test_gnb_priors_sum_isclose": "Its classes have one point each, which has no variance.",
    "test_gnb_wrong_nb_priors": OURS,
    "test_gnb_prior_greater_one": OURS,
    "test_gnb_prior_large_bias": OURS,
    "test_gnb_check_update_with_no_data": PRIVATE,
    "test_gnb_partial_fit": OURS,
    "test_gnb_naive_bayes_scale_invariance": OURS,
    "test_discretenb_prior": OURS,
    "test_discretenb_partial_fit": OURS,
    "test_NB_partial_fit_no_first_classes": OURS,
    "test_discretenb_predict_proba": Ours(instead={"MultinomialNB": "CategoricalNB"}),
    "test_discretenb_uniform_prior": OURS,
    "test_discretenb_provide_prior": Ours(until='msg = "is not the same as on last'),
    "test_discretenb_provide_prior_with_partial_fit": Ours(
        instead={"iris.data": "np.floor(iris.data)"}
    ),
    "test_discretenb_sample_weight_multiclass": OURS,
    "test_discretenb_degenerate_one_class_case": OURS,
    "test_mnnb": MULTINOMIAL,
    "test_mnb_prior_unobserved_targets": "A class without points is an error in ours.",
    "test_bnb": OURS,
    "test_bnb_feature_log_prob": OURS,
    "test_cnb": MULTINOMIAL,
    "test_categoricalnb": Ours(  # One class alone is an error, too.
        instead={"[[0, -1]]": "[[0, -1], [0, 1]]", "y = np.array([1])": "y = np.array([1, 2])"}
    ),
    "test_categoricalnb_with_min_categories": OURS,
    "test_categoricalnb_min_categories_errors": OURS,
    "test_alpha": "Ours takes an alpha of 0 as it is.",
    "test_alpha_vector": MULTINOMIAL,
    "test_check_accuracy_on_digits": Ours(
        until="# Gaussian NB",  # Its pixels are constant in some classes.
        instead={"MultinomialNB(alpha=10)": "CategoricalNB(alpha=1, min_categories=17)"},
    ),
    "test_check_alpha": PRIVATE,
    "test_predict_joint_proba": OURS,
    "test_categorical_input_tag": OURS,
    "test_gnb_array_api_compliance": ARRAYS,
}

DISCRIMINANT_ANALYSIS = {
    "test_lda_predict": Ours(without=("with pytest.raises",)),
    "test_lda_predict_proba": Ours(instead={"shrinkage=None": "shrinkage=0"}),
    "test_lda_priors": Ours(until="# Test that priors always sum to 1"),
    "test_lda_coefs": Ours(
        instead={
            "lsqr = Linear": "lsqr = theirs.Linear",
            "eigen = Linear": "eigen = theirs.Linear",
        }
    ),
    "test_lda_transform": Ours(until='clf = LinearDiscriminantAnalysis(solver="lsqr"'),
    "test_lda_solver_agreement": Ours(
        instead={
            'LinearDiscriminantAnalysis(solver="eigen"': (
                'theirs.LinearDiscriminantAnalysis(solver="eigen"'
            ),
            'LinearDiscriminantAnalysis(solver="lsqr"': (
                'theirs.LinearDiscriminantAnalysis(solver="lsqr"'
            ),
        },
    ),
    "test_lda_explained_variance_ratio": "Ours has no shares of the variance.",
    "test_lda_orthogonality": OURS,
    "test_lda_scaling": OURS,
    "test_lda_store_covariance": Ours(without=("assert not hasattr",)),
    "test_lda_shrinkage": Ours(instead={"c2 = Linear": "c2 = theirs.Linear"}),
    "test_lda_ledoitwolf": Ours(instead={"c2 = Linear": "c2 = theirs.Linear"}),
    "test_lda_dimension_warning": "Ours has no n_components.",
    "test_lda_dtype_match": FLOATS,
    "test_lda_numeric_consistency_float32_float64": OURS,
    "test_qda": OURS,
    "test_qda_covariance_estimator": NO_ESTIMATOR,
    "test_qda_ledoitwolf": Ours(instead={"c2 = Quadratic": "c2 = theirs.Quadratic"}),
    "test_qda_coefs": "Ours keeps Cholesky factors, no rotations.",
    "test_qda_priors": OURS,
    "test_qda_prior_type": OURS,
    "test_qda_prior_copy": OURS,
    "test_qda_store_covariance": Ours(without=("assert not hasattr",)),
    "test_qda_regularization": Ours(instead={"linalg.LinAlgError": "ValueError"}),
    "test_covariance": PRIVATE,
    "test_raises_value_error_on_same_number_of_classes_and_samples": OURS,
    "test_raises_value_error_on_one_sample_per_class": OURS,
    "test_get_feature_names_out": Ours(instead={"est.explained_variance_ratio_.shape[0]": "1"}),
    "test_qda_shrinkage_performance": Ours(instead={"shrinkage=None": "shrinkage=0"}),
    "test_qda_solver_agreement": Ours(instead={"eigen = Quadratic": "eigen = theirs.Quadratic"}),
}

NEAREST_CENTROID = {
    # Their log odds are twice those of Gaussian classes.
    "test_classification_toy": Ours(
        until="# Same test, but with a sparse",
        without=("X_csr", "T_csr"),
        instead={
            "clf.decision_function(T)": "2 * clf.decision_function(T)",
            '"uniform"': '"equal"',
            '"empirical"': "None",
        },
    ),
    "test_iris": Ours(instead={', "manhattan"': ","}),
    "test_iris_shrinkage": SHRUNKEN,
    "test_pickle": OURS,
    "test_shrinkage_correct": SHRUNKEN,
    "test_shrinkage_threshold_decoded_y": SHRUNKEN,
    "test_predict_translated_data": OURS,
    "test_manhattan_metric": "Ours has no Manhattan distance.",
    "test_features_zero_var": OURS,
    "test_negative_priors_error": OURS,
    "test_warn_non_normalized_priors": "Priors whose sum is not 1 are an error in ours.",
    "test_method_not_available_with_manhattan": "Ours has no Manhattan distance.",
    "test_error_zero_variances": OURS,
}

BERNOULLI = Ours(instead={"MultinomialNB()": "ours.BernoulliNB()"})
MULTICLASS = {
    "test_ovr_exceptions": OURS,
    "test_check_classification_targets": FOREIGN,
    "test_ovr_ties": FOREIGN,
    "test_ovr_fit_predict": Ours(
        without=("clf =", "pred2 =", "assert np.mean(iris.target == pred) ==")
    ),
    "test_ovr_partial_fit": OURS,
    "test_ovr_partial_fit_exceptions": OURS,
    "test_ovr_ovo_regressor": FOREIGN,
    "test_ovr_fit_predict_sparse": OURS,
    "test_ovr_always_present": FOREIGN,
    "test_ovr_multiclass": BERNOULLI,
    "test_ovr_binary": BERNOULLI,
    "test_ovr_multilabel": BERNOULLI,
    "test_ovr_fit_predict_svc": OURS,
    "test_ovr_multilabel_dataset": "Its numbers are those of MultinomialNB.",
    "test_ovr_multilabel_predict_proba": OURS,
    "test_ovr_single_label_predict_proba": OURS,
    "test_ovr_single_label_predict_proba_zero": FOREIGN,
    "test_ovr_multilabel_decision_function": OURS,
    "test_ovr_single_label_decision_function": OURS,
    "test_ovr_gridsearch": OURS,
    "test_ovr_pipeline": Ours(instead={"DecisionTreeClassifier": "MultinomialNB"}),
    "test_ovo_exceptions": OURS,
    "test_ovo_fit_on_list": OURS,
    "test_ovo_fit_predict": OURS,
    "test_ovo_partial_fit_predict": OURS,
    "test_ovo_decision_function": OURS,
    "test_ovo_gridsearch": OURS,
    "test_ovo_ties": FOREIGN,
    "test_ovo_ties2": FOREIGN,
    "test_ovo_string_y": OURS,
    "test_ovo_one_class": OURS,
    "test_ovo_float_y": OURS,
    "test_ecoc_exceptions": OURS,
    "test_ecoc_fit_predict": OURS,
    "test_ecoc_gridsearch": OURS,
    "test_ecoc_float_y": OURS,
    "test_ecoc_delegate_sparse_base_estimator": SPARSE,
    "test_pairwise_indices": OURS,
    "test_pairwise_n_features_in": OURS,
    "test_pairwise_tag": OURS,
    "test_pairwise_cross_val_score": OURS,
    "test_support_missing_values": Ours(
        instead={"LogisticRegression(random_state=rng)": "MultinomialNB()"}
    ),
    "test_constant_int_target": FOREIGN,
    "test_ovo_consistent_binary_classification": Ours(
        instead={'KNeighborsClassifier(n_neighbors=8, weights="distance")': "SVC()"}
    ),
    "test_multiclass_estimator_attribute_error": FOREIGN,
}

WITH_OURS = Ours(instead={"CalibratedClassifierCV(cv": "CalibratedClassifierCV(LinearSVC(), cv"})
CALIBRATION = {
    "test_calibration_method_raises": FOREIGN,
    # Gaussian naive Bayes is calibrated better than the multinomial one that is improved there.
    "test_calibration": Ours(
        without=("assert brier_score_loss",),
        instead={"(csr_container(X_train), csr_container(X_test)),": ""},
    ),
    "test_calibration_default_estimator": FOREIGN,
    "test_calibration_cv_splitter": WITH_OURS,
    "test_calibration_cv_nfold": WITH_OURS,
    "test_sample_weight": OURS,
    "test_parallel_execution": "It starts processes, for seconds, to test joblib.",
    "test_calibration_multiclass": (
        "Ours scores three classes by joint log-likelihoods, which do not calibrate one by one."
    ),
    "test_calibration_zero_probability": FOREIGN,
    "test_calibration_frozen": Ours(
        without=("assert brier_score_loss",),
        instead={"(csr_container(X_calib), csr_container(X_test)),": ""},
    ),
    "test_calibration_ensemble_false": OURS,
    "test_sigmoid_calibration": FOREIGN,
    "test_temperature_scaling": Ours(
        until="# Refinement error should be",  # For more than two classes it changes.
        instead={
            "LogisticRegression(C=np.inf, tol=1e-8, max_iter=200, random_state=0)": (
                "LinearDiscriminantAnalysis()"
            )
        },
    ),
    "test_temperature_scaling_input_validation": FOREIGN,
    "test_calibration_curve": "Ours calls theirs.",
    "test_calibration_nan_imputer": Ours(
        instead={"RandomForestClassifier(n_estimators=1)": "MultinomialNB()"}
    ),
    "test_calibration_prob_sum": OURS,
    "test_calibration_less_classes": "Its folds have classes of one point, without a variance.",
    "test_calibration_accepts_ndarray": FOREIGN,
    "test_calibration_dict_pipeline": SPARSE,
    "test_calibration_attributes": OURS,
    "test_calibration_inconsistent_prefit_n_features_in": OURS,
    "test_calibration_votingclassifier": Ours(instead={"LogisticRegression": "MultinomialNB"}),
    "test_calibration_display_compute": DRAWN,
    "test_plot_calibration_curve_pipeline": DRAWN,
    "test_calibration_display_default_labels": DRAWN,
    "test_calibration_display_label_class_plot": DRAWN,
    "test_calibration_display_name_multiple_calls": DRAWN,
    "test_calibration_display_ref_line": DRAWN,
    "test_calibration_curve_pos_label_error_str": "Ours calls theirs.",
    "test_calibration_curve_pos_label": "Ours calls theirs.",
    "test_calibration_display_kwargs": DRAWN,
    "test_calibration_display_pos_label": DRAWN,
    "test_calibrated_classifier_cv_double_sample_weights_equivalence": OURS,
    "test_calibration_with_fit_params": FOREIGN,
    "test_calibration_with_sample_weight_estimator": FOREIGN,
    "test_calibration_without_sample_weight_estimator": FOREIGN,
    "test_calibration_with_non_sample_aligned_fit_param": FOREIGN,
    "test_calibrated_classifier_cv_works_with_large_confidence_scores": FOREIGN,
    "test_sigmoid_calibration_max_abs_prediction_threshold": FOREIGN,
    "test_float32_predict_proba": FOREIGN,
    "test_error_less_class_samples_than_folds": WITH_OURS,
    "test_temperature_scaling_array_api_compliance": ARRAYS,
    "test_temperature_scaling_array_api_with_str_y_estimator_not_prefit": ARRAYS,
}

TABLE: dict[str, dict[str, Ours | str]] = {
    "sklearn.tests.test_naive_bayes": NAIVE_BAYES,
    "sklearn.tests.test_discriminant_analysis": DISCRIMINANT_ANALYSIS,
    "sklearn.neighbors.tests.test_nearest_centroid": NEAREST_CENTROID,
    "sklearn.tests.test_multiclass": MULTICLASS,
    "sklearn.tests.test_calibration": CALIBRATION,
}
REPLACED = {
    "sklearn.naive_bayes.GaussianNB": "GaussianNB",
    "sklearn.naive_bayes.MultinomialNB": "GaussianNB",
    "sklearn.naive_bayes.BernoulliNB": "BernoulliNB",
    "sklearn.naive_bayes.CategoricalNB": "CategoricalNB",
    "sklearn.discriminant_analysis.LinearDiscriminantAnalysis": "LinearDiscriminantAnalysis",
    "sklearn.discriminant_analysis.QuadraticDiscriminantAnalysis": "QuadraticDiscriminantAnalysis",
    "sklearn.neighbors.NearestCentroid": "NearestCentroid",
    "sklearn.svm.SVC": "SVC",
    "sklearn.svm.LinearSVC": "LinearSVC",
}
# Outside of the tests: which of our classifiers are tried, and on what.
INSTEAD = {
    "sklearn.tests.test_naive_bayes": {
        "[BernoulliNB, CategoricalNB, ComplementNB, MultinomialNB]": "[BernoulliNB, CategoricalNB]",
        "ALL_NAIVE_BAYES_CLASSES)\ndef test_predict_joint": (
            "DISCRETE_NAIVE_BAYES_CLASSES)\ndef test_predict_joint"
        ),
        '"train_on_single_class_y", [False, True]': '"train_on_single_class_y", [False]',
    },
    "sklearn.tests.test_discriminant_analysis": {
        '", None)': '", 0.0)',
        '"solver", ["svd", "eigen"])\ndef test_qda_reg': '"solver", ["eigen"])\ndef test_qda_reg',
    },
    "sklearn.neighbors.tests.test_nearest_centroid": {
        '"array_constructor", [np.array] + CSR_CONTAINERS': '"array_constructor", [np.array]'
    },
    "sklearn.tests.test_multiclass": {"svm.SVC(": "SVC("},
    "sklearn.tests.test_calibration": {"@pytest.mark.thread_unsafe\n": ""},
}
# What they say of it, and what we say, as regular expressions.
SENTENCES = {
    "The target label.* in y do not exist in the initial classes": "which is not in classes",
    "is not the same as on last call to partial_fit": "give the same ones, or none",
    "Priors must be non-negative": "give positive numbers that sum to 1",
    "priors must be non-negative": "give positive numbers that sum to 1",
    "The sum of the priors should be 1": "give positive numbers that sum to 1",
    "Number of priors must match number of classes": "give one number for each class",
    "Negative values in data passed to CategoricalNB (input X)": "Negative values in data: feature",
    "'min_categories' should have shape": "one for all features or one for each of the 2",
    "The number of samples must be more": "The covariance of all classes is singular",
    "y has only 1 sample in class": "The covariance of class b is singular",
    r"The covariance matrix of class .+ is not full rank.": "The covariance of class . is singular",
    "All features have zero variance": "Feature 0 is constant",
}


# Of scikit-learn about itself.
pytestmark = pytest.mark.filterwarnings("ignore:Since FrozenEstimator does not appear")


@pytest.fixture(autouse=True)
def numbers_of_numpy() -> Iterator[None]:
    """Some of their tests draw numbers without a seed."""
    state = np.random.get_state()
    np.random.seed(0)
    yield
    np.random.set_state(state)


@pytest.fixture
def global_random_seed() -> int:
    return 42


@pytest.fixture
def global_dtype() -> Any:
    return np.float64


def their_tests() -> Iterator[tuple[str, Any]]:
    """Yield the tests of the table that are ours, under names of their own, and fixtures."""
    for name, table in TABLE.items():
        module = load(name, table, REPLACED, INSTEAD[name], SENTENCES)
        found = {key for key, value in vars(module).items() if inspect.isfunction(value)}
        found = {key for key in found if key.startswith("test_")}
        assert found == table.keys(), f"{name}: {sorted(found ^ table.keys())}"
        for test, how in table.items():
            if isinstance(how, Ours):
                yield f"{name.rpartition('.')[2]}_{test.removeprefix('test_')}", vars(module)[test]
        if "data" in vars(module):
            yield "data", vars(module)["data"]


globals().update(their_tests())
