#!/bin/sh
# Writes the font of the pages that have no Streamlit, web/hosts/sans.woff2 (needs a network): sh scripts/font.sh
# It is a part of the font that Streamlit brings to the app: Latin-1 and what else the pages write, from regular to bold.
set -eu
cd "$(dirname "$0")/.."
sh scripts/venv.sh requirements.txt
streamlit_font=$(find -L .venv/lib -path '*/streamlit/static/*' -name 'SourceSansVF-Upright*.woff2')
written='′″‖–—‘’“”…ΔΣΦαβγδλμπρςστφᵀ⁻₀₁₂₃₊₋←↑→↓∑−√∞≈≠≤≥▲○●☐✓✗'
.venv/bin/python -m venv build/fonttools
build/fonttools/bin/pip install --quiet 'fonttools[woff]==4.68.0'
build/fonttools/bin/pyftsubset "$streamlit_font" --unicodes=20-7E,A0-FF --text="$written" --layout-features=ccmp,kern,locl,mark,mkmk,tnum \
	--name-languages=0 --drop-tables+=MVAR,STAT --no-hinting --output-file=build/sans.ttf
build/fonttools/bin/fonttools varLib.instancer build/sans.ttf wght=400:700 --output build/regular-to-bold.ttf
build/fonttools/bin/fonttools ttLib.woff2 compress -o web/hosts/sans.woff2 build/regular-to-bold.ttf
