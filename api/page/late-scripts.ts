/**
 * The scripts of a painted page. They wait in a template, which the browser's preload scanner skips, and a small inline script adds
 * them in the first frame. What the paint shows then has the connection and the processor for itself.
 */

import { createHash } from 'node:crypto'

const id = 'late-scripts'

/** A page in a background tab has no frame. */
const maxWait_ms = 200

const begin =
  `{let begun=false;const begin=()=>{if(begun)return;begun=true;` +
  `document.head.append(document.getElementById('${id}').content)};` +
  `requestAnimationFrame(begin);setTimeout(begin,${maxWait_ms})}`

/** Allows the inline script in a Content-Security-Policy. */
export const beginSource = `'sha256-${createHash('sha256').update(begin).digest('base64')}'`

const moduleScript = /<script type="module"[^>]*src="([^"]+)"[^>]*><\/script>/g

/** Separates the build's page from its module scripts, which become the first tags to add. */
export function splitScripts(html: string): { html: string; scripts: string[] } {
  const found = [...html.matchAll(moduleScript)]
  // The entry script is the last and the largest. Over HTTP/1.1 a browser has six connections, so without a preload it would
  // wait for one until a smaller file has arrived.
  const preloads = found.map(([, src]) => `<link rel="modulepreload" crossorigin href="${src}">`)
  return {
    html: html.replaceAll(moduleScript, ''),
    scripts: [...preloads.toReversed(), ...found.map(([tag]) => tag)],
  }
}

/** `tags`: scripts and their preloads. */
export function lateScripts(tags: string[]): string {
  return `<template id="${id}">${tags.join('')}</template><script>${begin}</script>`
}
