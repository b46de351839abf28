/** The beginnings of blocks that this test does not run, each with the reason. */
export const byHand = [
  'docs/citus-guide.md: npm run fiel -- migrate', // needs a Citus cluster; scripts/citus/server.ts distributes one
  'docs/citus-guide.md: pg_dump --data-only', // needs a Citus cluster; done once by hand (decision 035)
  'docs/company-guide.md: npm run company -- preview', // runs until it is stopped; api/company-file/command.test.ts
  'docs/company-guide.md: openssl pkcs12', // needs Apple's certificate; api/wallet/credential.test.ts reads such a file
  'docs/operating-guide.md: unset DATABASE_OWNER_URL', // half a minute; scripts/fiel.test.ts serves
  'docs/operating-guide.md: npm run fiel -- reseal', // replaces the secret of this page's server; scripts/fiel.test.ts
  'docs/operating-guide.md: git clone', // npm run rehearse executes these steps in a clean Debian
  'docs/operating-guide.md: cp deploy/fiel@.service', // needs systemd as process 1; npm run evidence
  'docs/operating-guide.md: apt-get install nginx-light', // npm run rehearse-proxies serves with the same file
  'docs/operating-guide.md: nginx -t', // the same
  'docs/operating-guide.md: apt-get install caddy', // the same
  'docs/operating-guide.md: cd deploy', // needs a Docker daemon
  'docs/operating-guide.md: git clone https://git.example.com/fiel.git /srv/fiel-0.3.0', // npm run evidence, and each below
  'docs/operating-guide.md: cd /srv/fiel-0.3.0',
  'docs/operating-guide.md: ln -sfn /srv/fiel-0.3.0',
  'docs/operating-guide.md: install -d -o postgres',
  'docs/operating-guide.md: base=/var/backups/fiel/base-$(date',
  'docs/operating-guide.md: systemctl stop postgresql@18-main',
  'docs/operating-guide.md: base=/var/backups/fiel/base-2026-11-23',
  'docs/operating-guide.md: cd /srv/fiel\nexport DATABASE_URL_FILE',
  'docs/operating-guide.md: runuser -u postgres -- pg_dump',
  'docs/operating-guide.md: cd /srv/fiel\nunset DATABASE_URL_FILE',
  'docs/operating-guide.md: METRICS_PORT=9464', // runs until it is stopped; scripts/fiel.test.ts reads the figures
  'docs/operating-guide.md: npm ci --prefix api/trace/otel', // downloads; tidy/packages.test.ts compares the versions
  'docs/operating-guide.md: export DATABASE_URL=postgresql://fiel_runtime:…@pgbouncer', // needs PgBouncer; database/sessions/sessions.test.ts
  'docs/operating-guide.md: npm run bench -- overload', // minutes at full load
  'docs/operating-guide.md: npm run customer -- find', // this page's database has no customers; api/privacy/command.test.ts
  'docs/operating-guide.md: npm run customer -- export', // the same
  'docs/operating-guide.md: VITE_API_URL=https://api.example.com', // e2e/file-host.spec.ts builds and serves it
  'docs/operating-guide.md: server {', // e2e/file-host.spec.ts sends these headers
  'docs/partner-guide.md: npm pack', // till/package.test.ts packs and installs it
  'README.md: npm start', // runs until it is stopped; the journeys of e2e/ start it
  'README.md: npm test', // this
]
