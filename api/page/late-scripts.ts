/**
 * The scripts of a painted page. They wait in a template, which the browser's preload scanner skips. A small inline script adds them
 * when the browser has painted, so that neither their bytes nor their work delay the paint (decision 037). Until then it holds
 * presses, also those that come before the portal's own scripts.
 */

import { createHash } from 'node:crypto'

const id = 'late-scripts'

/**
 * After this time the scripts are added without a paint, because the user has switched to another tab or the
 * browser reports no paint.
 */
const maxWait_ms = 1_000

/** Marks the button that was pressed last, until the portal's screen presses its own (portal/app/painted.ts). */
const hold =
  `addEventListener('click',({target})=>{` +
  `const pressed=document.getElementById('painted')&&target.closest('button,summary');` +
  `if(!pressed)return;` +
  `document.querySelector('[data-pressed]')?.removeAttribute('data-pressed');` +
  `pressed.setAttribute('data-pressed','')},true)`

const begin =
  `${hold};{let begun=false;const begin=()=>{if(begun)return;begun=true;` +
  `document.head.append(document.getElementById('${id}').content)};` +
  `if(document.hidden)begin();else{new PerformanceObserver(begin).observe({type:'paint',buffered:true});` +
  `setTimeout(begin,${maxWait_ms})}}`

/** Allows the inline script in a Content-Security-Policy. */
export const beginSource = `'sha256-${createHash('sha256').update(begin).digest('base64')}'`

const moduleScript = /<script type="module"[^>]*src="([^"]+)"[^>]*><\/script>/g

/** Returns the build's page without its module scripts, and the tags of these scripts with their preloads. */
export function splitScripts(html: string): { html: string; scripts: string[] } {
  const found = [...html.matchAll(moduleScript)]
  // Preload the scripts in reverse order, because the entry script is the last and the largest. HTTP/1.1 has six connections: the
  // entry script would otherwise wait for one until a smaller file has arrived.
  const preloads = found.map(([, src]) => `<link rel="modulepreload" crossorigin href="${src}">`)
  return {
    html: html.replaceAll(moduleScript, ''),
    scripts: [...preloads.toReversed(), ...found.map(([tag]) => tag)],
  }
}

/** The template that holds `tags`, and the inline script that adds them later. `tags`: scripts and their preloads. */
export function lateScripts(tags: string[]): string {
  return `<template id="${id}">${tags.join('')}</template><script>${begin}</script>`
}
