#!/bin/sh
# Starts the app in a dev container. GitHub Codespaces passes requests on with the host localhost, so the app is told the
# address that browsers see; else it would refuse their WebSockets as those of another site.
set -eu
if [ -n "${CODESPACE_NAME:-}" ]; then
    STREAMLIT_SERVER_CORS_ALLOWED_ORIGINS="https://$CODESPACE_NAME-8501.$GITHUB_CODESPACES_PORT_FORWARDING_DOMAIN"
    export STREAMLIT_SERVER_CORS_ALLOWED_ORIGINS
fi
exec "${MAKE:-make}" run
