/** Decisions (docs/decisions) have the same form, link to each other, and never change after acceptance. */

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

const folder = join(import.meta.dirname, '../docs/decisions')
const read = (file: string) => readFileSync(join(folder, file), 'utf8')

/** SHA-256 of the text without its status and its line breaks, the first 16 digits. A new decision adds a row. */
const accepted: Record<string, string> = {
  '001-database.md': '358e78ff54440e65',
  '002-contract.md': '052c54965cae44ad',
  '003-ledger.md': 'ea8050ff04f7199b',
  '004-portal.md': 'a165f1d0a1561167',
  '005-identity.md': 'bc6ecd33e656fad2',
  '006-identity-provider.md': '9fcab3efff410d2a',
  '007-ledger-movements.md': '820ee794b71a4e37',
  '008-store.md': 'b663d469046d3c05',
  '009-outbox.md': 'cab6e426433a21db',
  '010-palette.md': '491a4f9fd5e625d0',
  '011-offline.md': '9d15b051f26e491d',
  '012-company-folder.md': '477fa358029cf972',
  '013-measuring.md': 'e1890db006c86233',
  '014-sealed-codes.md': '0d14d59c000e489d',
  '015-returns.md': 'b79600ef480b9bf2',
  '016-mailed-links.md': '9359299fe83d4ae8',
  '017-hold-end.md': 'b38f4c159fd401c8',
  '018-accounts.md': '982d6c0b6a16a823',
  '019-schema.md': 'e0fca7808268b2ff',
  '020-engine-speed.md': '4a3798a49645534d',
  '021-engine-door.md': '8dba4aa34e186768',
  '022-messages.md': '8ef6c1c8b6ef4684',
  '023-push.md': '07d13d6007ab0d34',
  '024-push-devices.md': '5ba2c6824548c21d',
  '025-wallet-passes.md': '9e2826c8d35c911f',
  '026-api-pages.md': '5827f11f9af9c206',
  '027-painted-screen.md': '65ff5d02c03e8144',
  '028-rotated-secret.md': '89c3e37658f5011b',
  '029-late-scripts.md': '649d947dcb1ce160',
  '030-new-first-secret.md': 'f3253074c0a60c73',
  '031-added-scripts.md': '2588f5806fc828a6',
  '032-dead-letters.md': '863c53273faf552a',
  '033-sandbox.md': 'ccf7c9d0b465f37a',
  '034-back-fills.md': '6193b27a9977167b',
  '035-citus.md': '8856c6c7934f08db',
  '036-silent-network.md': '947c8e0e3769e760',
  '037-scripts-after-paint.md': 'e14888fee077eac3',
  '038-move.md': '0e9853e679eb2fe1',
  '039-citus-tests.md': '05842e7b7e076f61',
  '040-lost-worker.md': '1d11a7b3b4b7d8eb',
  '041-audit-log.md': '2cd3424cb56049dc',
  '042-two-callers.md': '6695e9bff3eeeb39',
  '043-json-patch-drafts.md': '54f611acb82d5836',
  '044-console-router.md': '97848e24d36f5d45',
  '045-audited-writes.md': '83775ef81e45da43',
  '046-reports.md': 'd0748226ff9e8f04',
  '047-backtest.md': 'de34eaa366d5282e',
  '048-closing.md': '39b83090f5259850',
  '049-import.md': '28981a959487e3b8',
  '050-customer-desk.md': '5d375957629cc632',
  '051-customer-control.md': '858babadccb49135',
  '052-second-person.md': '2c6513590f241222',
  '053-counter.md': 'b7bd38477a4eeec6',
  '054-customer-merge.md': 'b1bf0ce8340b3872',
  '055-review.md': 'c5c6c1ea06cd05ab',
  '056-audit-mended.md': 'a111a20dd7e5949e',
  '057-movements.md': '417e36ab684eefd2',
  '058-daily-head.md': '8c8234a0f6d05eba',
  '062-simulation.md': '61683631722a7b00',
  '066-closing-job.md': 'fee84d7889cbe963',
  '067-merged-account.md': 'ef6979b126caa81e',
  '068-confirmed-price.md': 'c50c0b97e2853496',
  '069-moved-document.md': '202ac7bfbf63867f',
  '070-added-records.md': '6332d89022f51845',
  '071-forfeited-points.md': '1895276448d82c58',
  '072-citus-again.md': 'fac053a50fcfc0a0',
}

const pages = readdirSync(folder).filter((file) => /^\d{3}-[a-z-]+\.md$/.test(file))
const decisions = pages.map((file) => {
  const [, status = ''] = /^Status: ([^]+?)\n\n/m.exec(read(file)) ?? []
  return { file, number: file.slice(0, 3), status: status.replaceAll('\n', ' ') }
})

const checksum = (file: string) => checksumOf(read(file))

/** Ignores line breaks and the padding of tables. */
function checksumOf(page: string): string {
  const text = page.replace(/^Status: [^]+?\n\n/m, '')
  const words = text.replaceAll(/-{3,}/g, '---').split(/\s+/).join(' ').trim()
  return createHash('sha256').update(words).digest('hex').slice(0, 16)
}

/** The pages before 023 are older than the rule. These were changed in spite of it; no page may be added. */
const ruleBegin = '023'
const changed = new Set(['038', '041', '042', '046', '047', '048', '054', '057'])

/** The checksum of the page at the commit that added it. Undefined: it is not committed yet, or the folder has no history. */
function firstChecksum(file: string): string | undefined {
  const git = (...args: string[]) =>
    spawnSync('git', args, { cwd: folder, encoding: 'utf8' }).stdout
  const first = git('log', '--diff-filter=A', '--format=%h', '--', file).trim().split('\n').at(-1)
  return first ? checksumOf(git('show', `${first}:./${file}`)) : undefined
}

describe('a decision', () => {
  test.each(decisions)(
    '$file has status, context, decision, consequences, and what would make it wrong',
    ({ file, status }) => {
      expect(status).toMatch(/^(accepted|superseded by \d{3})(;|$)/)
      const headings = [...read(file).matchAll(/^## (\w+)/gm)].map(([, word]) => word)
      expect([...new Set(headings)]).toEqual(['Context', 'Decision', 'Consequences', 'What'])
    },
  )

  test('an accepted decision keeps its text: to change it, write a new one that supersedes it', () => {
    expect(Object.fromEntries(decisions.map(({ file }) => [file, checksum(file)]))).toEqual(
      accepted,
    )
  })

  test('a decision has the text of its first commit, so that an edit of the list above hides no change', () => {
    const bound = decisions.filter(({ number }) => number >= ruleBegin && !changed.has(number))
    expect(bound.length).toBeGreaterThan(20)
    const differing = bound.filter(({ file }) => {
      const first = firstChecksum(file)
      return first !== undefined && first !== checksum(file)
    })
    expect(differing).toEqual([])
  })

  test('a superseded decision links to the decision that supersedes it, which links back', () => {
    const links = decisions.flatMap(({ number, status }) =>
      status.split('; ').flatMap((part) => {
        const others = [...part.matchAll(/\b\d{3}\b/g)].map(([other]) => other)
        if (part.startsWith('supersedes')) return others.map((other) => `${number} for ${other}`)
        return others.map((other) => `${other} for ${number}`)
      }),
    )
    const counts = Map.groupBy(links, (link) => link)
    expect([...counts].filter(([, { length }]) => length !== 2).map(([link]) => link)).toEqual([])
    expect(counts.size).toBeGreaterThan(8)
  })

  test('each decision has a row in the table of all decisions', () => {
    const rows = [...read('README.md').matchAll(/^\| \[(\d{3})\]\(([^)]+)\)/gm)]
    expect(rows.map(([, , file]) => file)).toEqual(pages)
    expect(rows.every(([, number, file]) => file!.startsWith(number!))).toBe(true)
  })
})
