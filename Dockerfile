# What npm, pip and the builds of the pocket lab and the course leave behind stays in the stages before the last.
FROM node:24-slim AS bundler
WORKDIR /npm
COPY web/package.json web/package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund

FROM python:3.13-slim AS packages
COPY requirements.txt .
# Every package has its hash in the list: pip refuses what is not the very file that was tested.
RUN pip install --no-cache-dir --no-compile --require-hashes --prefix /packages -r requirements.txt \
 && python -m compileall -q -s /packages -p /usr/local /packages

FROM python:3.13-slim AS pocket
COPY --from=packages /packages /usr/local
WORKDIR /app
COPY --from=bundler /npm/node_modules build/npm/node_modules
# node renders the texts of the course.
RUN apt-get update && apt-get install -y --no-install-recommends nodejs
COPY . .
RUN python -m offline.pocket.build && python -m offline.course.build

FROM python:3.13-slim
COPY --from=packages /packages /usr/local
WORKDIR /app
COPY --from=pocket /app/dist dist/
COPY app.py LICENSE pyproject.toml ./
COPY .streamlit/config.toml .streamlit/
COPY bayeslab bayeslab/
COPY ui ui/
COPY pages pages/
COPY offline offline/
COPY core core/
COPY exercises exercises/
COPY lessons lessons/
COPY live live/
COPY web web/
RUN python -m compileall -q . \
 && useradd --system --no-create-home --uid 10001 bayeslab \
 && install --directory --owner bayeslab --mode 700 /data

# Only the classrooms are written, into /data, where a volume may be; with Redis the root may be read-only, and HOME is
# nobody's. Nothing is fetched either.
ENV HOME=/tmp \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    BAYESLAB_DOWNLOADS=no \
    BAYESLAB_DATA=/data/rooms.sqlite \
    STREAMLIT_SERVER_ADDRESS=0.0.0.0 \
    STREAMLIT_SERVER_HEADLESS=true
USER 10001
EXPOSE 8501
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://localhost:8501/_stcore/health', timeout=2)"]
CMD ["streamlit", "run", "app.py"]
