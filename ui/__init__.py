"""Everything that uses Streamlit; the numbers come from :mod:`bayeslab`."""
