# One image for every process; see docs/operations.md.
# What is generated is made here, and the packages that make it stay here.
FROM --platform=$BUILDPLATFORM node:24-slim@sha256:a9f5f7c91a432850b2a8a7797adf5eadb6c733ceed61167806cee7ea7fbc29df AS generated
WORKDIR /srv/balcao
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY . .
RUN node scripts/prepare.ts

FROM node:24-slim@sha256:a9f5f7c91a432850b2a8a7797adf5eadb6c733ceed61167806cee7ea7fbc29df
ENV NODE_ENV=production HOST=0.0.0.0
WORKDIR /srv/balcao
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts && npm cache clean --force
COPY . .
COPY --from=generated /srv/balcao/generated generated
COPY --from=generated /srv/balcao/packages/client/generated packages/client/generated
RUN mkdir data && chown node:node data
USER node
VOLUME /srv/balcao/data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/health`).then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
# Not through npm: the service itself receives SIGTERM.
CMD ["node", "--max-semi-space-size=8", "server.ts"]
