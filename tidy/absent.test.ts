/** What the product does without. Items of OWASP ASVS about it are not applicable (docs/asvs.csv). */

import { readFileSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

import { read, source, tests } from './source.ts'

const product = source.filter(
  (file) =>
    /^(api|engine|database|contract|portal|console|ui|till)\//.test(file) &&
    !tests.includes(file) &&
    !/\/testing\//.test(file),
)

type Lock = { packages: Record<string, { dev?: boolean }> }
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock
/** The names of all packages of a production install. */
const packages = Object.entries(lock.packages).flatMap(([path, { dev }]) =>
  dev || path === '' ? [] : [path.replace(/^.*node_modules\//, '')],
)

/** A technology → the packages that would bring it, and the code that would use it. */
const absent: [what: string, packages: RegExp, code: RegExp][] = [
  ['LDAP', /ldap/, /ldaps?:\/\//],
  ['XPath', /xpath/, /document\.evaluate\(/],
  ['XML', /\b(xml2js|fast-xml-parser|libxmljs|xmldom|sax|saxes)\b/, /new DOMParser\(/],
  ['LaTeX', /latex|katex|mathjax/, /\\documentclass/],
  ['Java and JNDI', /^java$|node-java/, /jndi:/],
  ['memcached', /memcached|memjs/, /memcached:\/\//],
  ['GraphQL', /graphql/, /\/graphql\b/],
  ['WebSocket', /^(ws|websocket|socket\.io|sockjs)$/, /\bnew WebSocket\(/],
  ['WebRTC', /webrtc|wrtc/, /\bRTCPeerConnection\b/],
  ['SAML', /saml/, /samlp:/],
  [
    'a template engine',
    /^(ejs|handlebars|nunjucks|pug|mustache|eta|liquidjs|lodash\.template)$/,
    /\.compileTemplate\(/,
  ],
  [
    'a reader of archives',
    /^(adm-zip|yauzl|unzipper|tar|decompress|extract-zip)$/,
    /\b(unzip|unzipSync|gunzip\w*|inflate\w*|createGunzip|createInflate\w*|brotliDecompress\w*)\(/,
  ],
  ['plug-ins of a browser', /swfobject/, /<(applet|embed)\b|<object\s/],
  [
    'messages between windows',
    /^(penpal|post-robot)$/,
    /\b(parent|opener|top|frame|contentWindow)\??\.postMessage\(/,
  ],
  ['secret questions and password hints', /^$/, /security_question|password_hint/],
]

/** The text of a SQL file without its comments. */
const code = (file: string) => read(file).replaceAll(/--.*$/gm, '')

describe('the product', () => {
  test.each(absent)('the product does without %s', (_, ofPackage, code) => {
    expect(packages.length).toBeGreaterThan(100)
    expect(packages.filter((name) => ofPackage.test(name))).toEqual([])
    expect(product.filter((file) => code.test(read(file)))).toEqual([])
  })

  test('no text is executed as code, neither in a browser nor on the server', () => {
    const executes =
      /\beval\(|\bnew Function\(|\bvm\.(run|compile)|from 'node:vm'|setTimeout\(\s*['"`]/
    expect(product.filter((file) => executes.test(read(file)))).toEqual([])
  })

  test('no request starts a process: only the demo’s database and a command for a preview do', () => {
    const users = product.filter((file) => read(file).includes("'node:child_process'"))
    expect(users.filter((file) => !file.startsWith('database/embedded/'))).toEqual([
      'api/company-file/preview.ts',
    ])
    // Each is started with a list of arguments, and without a shell.
    const shell = /\b(exec|execSync)\(|shell: true/
    expect(users.filter((file) => shell.test(read(file)))).toEqual([])
  })

  test('markup is written by one component only, from a drawing of the build', () => {
    const writes =
      /dangerouslySetInnerHTML|\.innerHTML\b|\.outerHTML\b|insertAdjacentHTML|document\.write\(/
    expect(product.filter((file) => writes.test(read(file)))).toEqual(['ui/Drawing.tsx'])
  })

  test('a statement is text of the source: a request’s values reach it as parameters alone [T14]', () => {
    const written = /\.query(<[^>]*>)?\(\s*`[^`]*\$\{|\btext: `[^`]*\$\{/
    // Migrations name tables and functions from the catalogue of the database. No request reaches them.
    const migrations = /^database\/(distribution\/|back-fill\/|migrate\.ts$)/
    const writers = product.filter((file) => file.endsWith('.ts') && written.test(read(file)))
    expect(writers.filter((file) => !migrations.test(file))).toEqual([])
    const executes = /\bexecute\s+(format\(|'|\w+\s*(\|\||;|using))/
    const inSql = product.filter((file) => file.endsWith('.sql') && executes.test(code(file)))
    // The names of tables, from a list in the function or the catalogue, quoted by %I.
    expect(inSql).toEqual(['api/company/stored/sandbox.sql', 'database/schema/23_statistics.sql'])
  })

  test('a pattern is built from constants of the source, and never from a request', () => {
    const users = product.filter((file) => read(file).includes('new RegExp('))
    // Routes and endings of files, names of cookies, and the longest lengths of the contract.
    expect(users.filter((file) => !/^contract\/[\w/-]+\.ts$/.test(file))).toEqual([
      'api/company-file/drawing.ts',
      'api/page/page.ts',
      'api/reference/schema-html.ts',
      'portal/path/paths.ts',
      'portal/storage/session.ts',
    ])
  })

  test('Math.random decides waits and confetti only, and no secret', () => {
    const users = product.filter((file) => read(file).includes('Math.random'))
    expect(users).toEqual([
      'api/server/refusal-delay.ts',
      'api/server/shedding.ts',
      'contract/io/io.ts',
      'till/send.ts',
      'ui/motion/confetti.ts',
    ])
  })

  test('no MD5, no SHA-1, no ECB and no CBC is used by the product itself', () => {
    const weak =
      /createH(ash|mac)\('(md5|sha1)'|hash\('(md5|sha1)'|\b(aes|des)-\d*-?(ecb|cbc)|\bmd5\(/i
    expect(product.filter((file) => weak.test(read(file)))).toEqual([])
  })
})
