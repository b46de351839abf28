import fc from 'fast-check'
import { expect, test } from 'vitest'

import { isMeasured } from '#contract/analytics.ts'
import { routes } from '#portal/app/routes.tsx'
import { paramsOf } from '#portal/path/paths.ts'

import { nextStep, type Situation } from './measure.ts'

const start: Situation = {
  isWanted: true,
  path: '/store',
  documentPath: '/store',
  isLoaded: false,
}

test('the tag manager is never loaded on a screen where a person types or confirms something [T14]', () => {
  const never = [
    'login',
    'auth.email_login',
    'auth.link_login',
    'register',
    'forgot-password',
    'reset-password',
    'confirm-email',
    'complete-profile',
    'settings',
    'prize',
    'promotion.trigger',
    'authorization',
    'subscription',
    'logout',
    'loading',
  ]
  const measured = routes.filter(({ path }) => isMeasured(path)).map(({ name }) => name)
  expect(measured.toSorted()).toEqual(['faq', 'history', 'home', 'levels', 'prizes', 'promotion'])
  expect(routes.map(({ name }) => name).toSorted()).toEqual([...measured, ...never].toSorted())
  expect(isMeasured('/store/0199f3a2')).toBe(false)
})

test('the tag manager loads only if wanted, and if the document was opened on a measured screen [R1.12]', () => {
  expect(nextStep(start)).toBe('load')
  expect(nextStep({ ...start, isLoaded: true, path: '/historico' })).toBe('stay')
  expect(nextStep({ ...start, isWanted: false })).toBe('stay')
  expect(nextStep({ ...start, documentPath: '/entrar' })).toBe('leave')
})

test('the tag manager never runs on an unmeasured screen, whatever the order of the visited screens [T14]', () => {
  const path = fc.constantFrom(...routes.map((route) => route.path))
  fc.assert(
    fc.property(fc.array(fc.record({ path, isWanted: fc.boolean() }), { minLength: 1 }), (way) => {
      let document = { documentPath: way[0]!.path, isLoaded: false }
      for (const screen of way) {
        if (nextStep({ ...screen, ...document }) === 'leave') {
          document = { documentPath: screen.path, isLoaded: false }
        }
        const step = nextStep({ ...screen, ...document })
        expect(step).not.toBe('leave')
        if (step === 'load') document.isLoaded = true
        if (document.isLoaded) expect(isMeasured(screen.path)).toBe(true)
        if (document.isLoaded) expect(isMeasured(document.documentPath)).toBe(true)
      }
    }),
  )
  // The paths above are patterns of routes. A pattern without params is also a path that a person
  // can visit.
  expect(paramsOf('/store', '/store')).toEqual({})
})
