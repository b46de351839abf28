/** The blocks of README and guides that documents.test.ts does not run, by page and beginning. */

/** Another test or a command of the night runs the block: it reads the text from the page with `blockOf` or `guide`. */
export const elsewhere: [block: string, file: string][] = [
  ['docs/citus-guide.md: npm run fiel -- migrate', 'deploy/citus/distribute.ts'],
  ['docs/citus-guide.md: pg_dump "$SINGLE_URL"', 'deploy/citus/distribute.ts'],
  ['docs/citus-guide.md: npm run bench', 'deploy/citus/measure.ts'],
  ['docs/citus-guide.md: npm run company -- move', 'deploy/citus/move.ts'],
  ['docs/citus-guide.md: pg_dump "$CLUSTER_URL"', 'deploy/citus/way-back.ts'],
  ['docs/citus-guide.md: npm run test:citus', 'deploy/citus/measure.ts'],
  ['docs/company-guide.md: npm run company -- preview', 'api/company-file/command.test.ts'],
  ['docs/company-guide.md: openssl pkcs12', 'api/wallet/credential.test.ts'],
  ['docs/operating-guide.md: unset DATABASE_OWNER_URL', 'docs/slow-blocks.ts'],
  ['docs/operating-guide.md: npm run fiel -- reseal', 'scripts/secret-replacement.test.ts'],
  [
    'docs/operating-guide.md: git clone https://git.example.com/fiel.git /srv/fiel-0.2.0',
    'deploy/evidence/prepare.ts',
  ],
  ['docs/operating-guide.md: cp deploy/fiel@.service', 'deploy/evidence/install.ts'],
  ['docs/operating-guide.md: apt-get install nginx-light', 'deploy/evidence/install.ts'],
  ['docs/operating-guide.md: nginx -t', 'deploy/evidence/install.ts'],
  // The same commands as above: fenced-block.test.ts compares them.
  [
    'docs/operating-guide.md: git clone https://git.example.com/fiel.git /srv/fiel-',
    'deploy/evidence/prepare.ts',
  ],
  ['docs/operating-guide.md: cd /srv/fiel-0.3.0\nexport', 'deploy/evidence/upgrade.ts'],
  ['docs/operating-guide.md: ln -sfn /srv/fiel-0.3.0', 'deploy/evidence/upgrade.ts'],
  ['docs/operating-guide.md: install -d -o postgres', 'deploy/evidence/restore.ts'],
  ['docs/operating-guide.md: base=/var/backups/fiel/base-$(date', 'deploy/evidence/restore.ts'],
  ['docs/operating-guide.md: systemctl stop postgresql@18-main', 'deploy/evidence/restore.ts'],
  ['docs/operating-guide.md: base=/var/backups/fiel/base-2026-11-23', 'deploy/evidence/restore.ts'],
  ['docs/operating-guide.md: cd /srv/fiel\nexport DATABASE_URL_FILE', 'deploy/evidence/restore.ts'],
  ['docs/operating-guide.md: runuser -u postgres -- pg_dump', 'deploy/evidence/restore.ts'],
  ['docs/operating-guide.md: cd /srv/fiel\nunset DATABASE_URL_FILE', 'deploy/evidence/restore.ts'],
  ['docs/operating-guide.md: METRICS_PORT=9464', 'scripts/fiel.test.ts'],
  ['docs/operating-guide.md: curl http://127.0.0.1:9464/metrics', 'scripts/fiel.test.ts'],
  ['docs/operating-guide.md: npm ci --prefix api/trace/otel', 'docs/slow-blocks.ts'],
  [
    'docs/operating-guide.md: export DATABASE_URL=postgresql://fiel_runtime:…@pgbouncer',
    'scripts/fiel.test.ts',
  ],
  ['docs/operating-guide.md: npm run bench -- overload', 'scripts/night.ts'],
  ['docs/operating-guide.md: create role bi', 'api/report/bi-schema.test.ts'],
  ['docs/operating-guide.md: create schema bi_cafe', 'api/report/bi-schema.test.ts'],
  ['docs/operating-guide.md: npm run audit -- --head', 'api/audit/head-command.test.ts'],
  ['docs/operating-guide.md: VITE_API_URL=https://api.example.com', 'e2e/file-host.spec.ts'],
  ['docs/operating-guide.md: server {', 'e2e/file-host.ts'],
  ['docs/partner-guide.md: npm pack', 'till/package.test.ts'],
  ['docs/partner-guide.md: printf --', 'api/head/take-heads.test.ts'],
  ['README.md: npm start', 'docs/slow-blocks.ts'],
]

/** Nothing runs the block. Each has the reason. */
export const byHand = [
  'docs/operating-guide.md: apt-get install caddy', // needs root and systemd; npm run rehearse-proxies runs its second line, the copy
  'docs/operating-guide.md: cd deploy', // needs a Docker daemon
  'docs/promises.md: npm run proof -- model --hours', // an hour; npm run night runs all proofs for two
  'docs/promises.md: npm run crash -- --rounds 20\nnpm run proof -- kills', // hours; npm run night runs both
  'docs/promises.md: npx vitest run api/server/same-key', // npm test runs the tests, npm run night the proof
  'docs/promises.md: npm run soak', // hours; npm run night runs all three
  'docs/promises.md: npx vitest run engine/head', // npm test runs the tests; the benchmark takes minutes and 3 GB
  'docs/promises.md: npx vitest run api/server/another', // npm test runs the tests, npm run night the proof
  'docs/promises.md: npm run proof -- guesses', // npm test runs the test, npm run night the proofs
  'docs/promises.md: DATA_FOLDER', // an hour, and 60 GB of disk
  'docs/promises.md: npm run crash -- --rounds 20\nnpm run proof -- restore', // hours; npm run night runs both
  'docs/promises.md: npx vitest run tidy/personal-data', // npm test runs these tests
  'docs/promises.md: npm run journeys', // npm test runs the journeys, npm run night Lighthouse
  'docs/promises.md: npm run reproducible', // minutes; npm run night runs it
  'README.md: npm test', // runs before each landing (.ci/run)
]
