/**
 * Runs in the preview of the portal before the portal's own scripts (api/page/preview.ts). It gives the page the address of
 * the previewed screen and answers its calls from a sample customer. It keeps the page's storage in memory, and leaves the
 * focus in the form beside the preview.
 */

import { type PreviewData, previewDataId } from '#contract/programme/preview.ts'

import { answersOf } from './answers.ts'
import { answerCalls } from './calls.ts'
import { keepFocusOutside } from './focus.ts'
import { storeInMemory } from './memory.ts'

const element = document.getElementById(previewDataId)
if (!element) throw new Error('the page holds no preview')
const { path, is_guest, sample } = JSON.parse(element.textContent) as PreviewData

window.history.replaceState(null, '', path)
storeInMemory(is_guest ? [] : ['token=previa'])
answerCalls(answersOf(sample))
keepFocusOutside()
