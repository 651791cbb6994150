# The image holds what `npm run release` made, and Node.js. Build the release on the platform of the image
# (docs/running.md): npm run release && docker build -t counterfoil . Of several releases in dist it takes the newest.
FROM node:24-bookworm-slim AS unpacked
COPY dist/counterfoil-*.tar.gz /tmp/
RUN mkdir /counterfoil && tar --extract --gzip --strip-components=1 --directory=/counterfoil --file="$(ls -t /tmp/counterfoil-*.tar.gz | head -n 1)" \
  && mkdir /data

FROM node:24-bookworm-slim
# Root owns the application, so that it cannot change itself.
COPY --from=unpacked /counterfoil /counterfoil
COPY --from=unpacked --chown=node:node /data /data
WORKDIR /counterfoil
USER node
# Only /data is written to: run it with a read-only root file system.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "const { HOST: host, PORT: port } = process.env; require('node:http').get({ host, port, path: '/api/health/ready' }, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=4", "server.mjs"]
