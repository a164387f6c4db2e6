import { expect, test } from 'vitest'
import { withFormulas } from './formulas.ts'

const texts = (xml: string) => withFormulas(`<row>${xml}</row>`).slice(5, -6)

test('a formula that its program has not computed is a text, and one with a value stays as it is', () => {
  expect(texts('<c r="E2"><f>C2*D2</f><v></v></c>')).toBe('<c r="E2" t="inlineStr"><is><t>=C2*D2</t></is></c>')
  expect(texts('<c r="E2" s="1" t="str"><f>A1&amp;"x"</f></c><c r="F2"><f>1</f><v/></c>')).toBe(
    '<c r="E2" s="1" t="inlineStr"><is><t>=A1&amp;"x"</t></is></c><c r="F2" t="inlineStr"><is><t>=1</t></is></c>',
  )
  const computed = '<c r="E2"><f>C2*D2</f><v>4</v></c><c r="E3"/><c r="E4"><v>5</v></c>'
  expect(texts(computed)).toBe(computed)
})
