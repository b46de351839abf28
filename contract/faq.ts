/** Frequent questions of customers, with the company's answers (R12.1). */

import * as z from 'zod/mini'

import { maxLine, paragraphs, text } from '#contract/value/text.ts'

/** Bounds the size of every page, because each page of a company contains its FAQ. */
const maxQuestions = 60

const Question = z.strictObject({ question: text(1, maxLine), answer: paragraphs(1, 1000) })
export type Question = z.infer<typeof Question>

export const Faq = z.strictObject({
  title: text(1, maxLine),
  items: z.array(Question).check(
    z.maxLength(maxQuestions),
    z.refine((items) => new Set(items.map(({ question }) => question)).size === items.length, {
      error: 'Duas perguntas são iguais',
    }),
  ),
})
export type Faq = z.infer<typeof Faq>
