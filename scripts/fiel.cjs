// `node scripts/fiel.cjs VERB …`: the fiel command on this machine's own Node, without npm and without a second process.
// CommonJS, so that a Node that does not run TypeScript can print the sentence below.
'use strict'

// The oldest that this release was tried with. It runs TypeScript by itself.
var oldest_node = [24, 0]

var version = process.versions.node.split('.').map(Number)
if (version[0] < oldest_node[0] || (version[0] === oldest_node[0] && version[1] < oldest_node[1])) {
  console.error(
    'Node ' +
      process.versions.node +
      ' is too old for Fiel: use Node ' +
      oldest_node.join('.') +
      ' or newer.',
  )
  process.exit(1)
}

void Promise.all([import('./fiel.ts'), import('./command-line.ts')]).then(function (modules) {
  return modules[1].runCommandLine(modules[0].fiel, process.argv.slice(2))
})
