"""Everything that knows Streamlit; the numbers come from :mod:`bayeslab`."""
