import { expect, test } from 'vitest'

import { withoutStyles } from './paint-styles.ts'

test('each style attribute is moved into a rule, because the page’s policy forbids the attribute [T14]', () => {
  expect(withoutStyles('<i class="a" style="width:5ch"></i><b style="--part:40%"></b>')).toEqual({
    html: '<i class="a" data-p="0"></i><b data-p="1"></b>',
    css: '[data-p="0"][data-p]{width:5ch}[data-p="1"][data-p]{--part:40%}',
  })
})

test('a style that could end its rule or the style element is dropped [T14]', () => {
  for (const style of ['color:red}*{display:none', 'a:&lt;/style&gt;', 'b:url(&quot;x&quot;)']) {
    expect(withoutStyles(`<i style="${style}"></i>`)).toEqual({ html: '<i></i>', css: '' })
  }
})
