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

const moduleScript = /<script type="module"[^>]*><\/script>/g

/** Separates the build's page from its module scripts. */
export function splitScripts(html: string): { html: string; scripts: string[] } {
  return { html: html.replaceAll(moduleScript, ''), scripts: html.match(moduleScript) ?? [] }
}

/** `tags`: scripts and their preloads. */
export function lateScripts(tags: string[]): string {
  return `<template id="${id}">${tags.join('')}</template><script>${begin}</script>`
}
