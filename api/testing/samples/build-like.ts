import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A minimal build of the portal: the page with its two placeholders and its script, and one known route. */
export async function buildLike(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'fiel-build-'))
  await mkdir(join(folder, 'assets'))
  const html =
    '<html><head><!--company:head--><!--/company:head--><script type="module" src="/assets/index.js"></script></head><body><!--company:body--><!--/company:body--></body></html>'
  await writeFile(join(folder, 'index.html'), html)
  const preload = { '/entrar': ['/assets/login.js', '/assets/login.css'], '/loading': [] }
  await writeFile(join(folder, 'preload.json'), JSON.stringify(preload))
  await writeFile(join(folder, 'assets/login.css'), 'h1{margin:0}')
  await writeFile(join(folder, 'sw.js'), 'self')
  return folder
}
