import { expect, test } from 'vitest'
import { holdTyping, unlessTyping } from './useTyping.ts'

test('what somebody types in one tab is left alone by the others until the last such tab lets go of it', async () => {
  const send = (place: string) => unlessTyping(place, async () => 'sent')
  const tabs = [holdTyping('course:work'), holdTyping('course:work')]
  expect([await send('course:work'), await send('course:other')]).toEqual([undefined, 'sent'])
  tabs[0]?.()
  expect(await send('course:work')).toBeUndefined()
  tabs[1]?.()
  await expect.poll(() => send('course:work')).toBe('sent')
})
