# Wheels first, in a stage of their own: the image that runs needs no network and no compiler.
FROM python:3.13-slim AS wheels
COPY requirements.txt .
RUN pip download --no-cache-dir --only-binary=:all: --require-hashes --dest /wheels -r requirements.txt

FROM python:3.13-slim
ENV PYTHONUNBUFFERED=1 \
    AGNES_DATA_DIR=/data \
    AGNES_CACHE_DIR=/data/cache \
    PROMETHEUS_MULTIPROC_DIR=/run/agnes \
    GRANIAN_WORKERS=2 \
    GRANIAN_BLOCKING_THREADS=8
WORKDIR /agnes
RUN --mount=type=bind,from=wheels,source=/wheels,target=/wheels \
    --mount=type=bind,source=requirements.txt,target=/tmp/requirements.txt \
    pip install --no-cache-dir --no-index --find-links=/wheels --require-hashes -r /tmp/requirements.txt
COPY . .
# Static files are part of the image: a new image never serves an old one's.
RUN useradd --system --uid 10001 --no-create-home agnes \
    && mkdir --parents /data/cache /run/agnes \
    && python manage.py compile_catalogues \
    && python manage.py collectstatic --no-input --ignore=redoc \
    && chown --recursive agnes /data /run/agnes
USER agnes
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
    CMD ["python", "-c", "import urllib.request as web; web.urlopen('http://localhost:8000/healthz', timeout=2)"]
CMD ["python", "-m", "agnes_site.serve", "agnes_site.wsgi:application", "--interface=wsgi", "--no-ws", "--host=0.0.0.0", "--port=8000", "--log-level=error", "--workers-kill-timeout=3", "--backpressure=512", "--respawn-failed-workers", "--respawn-interval=10"]
