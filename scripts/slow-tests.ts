/** The test files that only `npm run night` runs, each with the reason. `npm test` stays under 12 minutes without them. */
export const slowTests: Record<string, string> = {
  'api/audit/index-access.test.ts': 'fills an audit log of 100,000 entries',
  'api/mail/queue.test.ts': 'kills processes while they send',
  'api/programme/many-codes.test.ts': 'publishes 100,000 codes',
  'api/audit/operator.test.ts': 'starts a command of each kind',
  'api/import/command.test.ts':
    'starts six commands; the import’s other tests call the same functions',
  'api/import/killed.race.test.ts': 'kills a command in the middle of an import of 3,000 lines',
  'api/privacy/command.test.ts': 'starts ten commands; the tests of export and erasure run without',
  'api/report/command.test.ts': 'starts four commands; the tests of fold and rebuild run without',
  'api/reseal/reseal.race.test.ts': 'sells while a command reseals; the reseal tests run without',
  'api/staff/command.test.ts': 'starts twelve commands; the journeys invite by the same one',
  'api/company-file/command.test.ts': 'starts some thirty commands, each in a process of its own',
  'proof/simulation/defect/defect.test.ts': 'plays schedules with each of 15 defects',
  'proof/crash/crash.test.ts': 'kills servers under load; the step crash does the same 400 times',
  'proof/forced-error/forced-error.test.ts': 'fails calls under load, and waits for connections',
  'proof/guess/guess.test.ts': 'sends 1,000 calls at once to two nodes, twice',
  'proof/isolation/isolation.test.ts':
    'asks at every endpoint, in four databases of four companies',
  'proof/malformed/malformed.test.ts': 'sends 3,200 malformed requests, in three databases',
  'proof/network/network.test.ts': 'breaks connections under load, and waits for silent ones',
  'database/embedded/binaries.test.ts': 'starts PostgreSQL as another user and from other folders',
  'database/embedded/embedded.test.ts': 'starts and kills some thirty servers of PostgreSQL',
  'proof/restore/restore.test.ts': 'restores two base backups',
  'database/embedded/set-aside.test.ts':
    'makes the data of older releases, each with its own PostgreSQL',
  'database/locked-table.race.test.ts': 'waits until the time limits of locked tables have passed',
  'demo/main.test.ts':
    'starts the demo some twenty times; the journeys start it too, with other data',
  'demo/commands.test.ts': 'starts some ten commands beside each of two demos',
  'docs/documents.test.ts': 'runs every command of README and guides, some hundred processes',
  'scripts/usage.test.ts': 'starts each command and script for its help',
  'scripts/fiel.test.ts': 'starts some thirty servers and commands',
  'scripts/secret-replacement.test.ts':
    'starts six commands in their order; the reseal tests run without',
  'till/package.test.ts': 'builds and installs the package, and runs it on each Node here',
}

/** The environment variable by which vitest.config.ts includes the slow tests. */
export const slowTestsVariable = 'SLOW_TESTS'
