"""What the app is about, without Streamlit: state, links, drawings, tables, exported code."""
