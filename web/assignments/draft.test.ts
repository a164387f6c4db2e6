import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Submission } from '../../contract/assignments.ts'
import { type DraftFields, mergeDrafts } from '../../contract/drafts.ts'
import { type Browser, deviceOf } from './device.ts'
import { type Draft, openDraft } from './draft.ts'
import { attachment, isFilled } from './form.ts'
import { submissionOf as formOf } from './submission.ts'

const names = ['textbox', 'item-1', 'item-2', 'file-1']
const T = Date.UTC(2026, 10, 21)

type Event = { key: string | null; newValue: string | null }

/** The storage of one device, with the events that each of its tabs hears of the others. */
function deviceStorage({ room = Number.POSITIVE_INFINITY } = {}) {
  const entries = new Map<string, string>()
  const tabs = new Set<Set<(event: Event) => void>>()
  return {
    entries,
    tab(): Browser {
      const tab = new Set<(event: Event) => void>()
      tabs.add(tab)
      const tell = (event: Event) => {
        for (const other of tabs) if (other !== tab) for (const hear of other) hear(event)
      }
      return {
        storage: {
          get length() {
            return entries.size
          },
          key: (index) => [...entries.keys()][index] ?? null,
          getItem: (key) => entries.get(key) ?? null,
          setItem(key, value) {
            if (value.length > room) throw new DOMException('full', 'QuotaExceededError')
            entries.set(key, value)
            tell({ key, newValue: value })
          },
          removeItem(key) {
            if (entries.delete(key)) tell({ key, newValue: null })
          },
        },
        onStorage(listener) {
          tab.add(listener)
          return () => void tab.delete(listener)
        },
      }
    },
  }
}

interface Opening {
  person?: string
  submission?: Submission
  locked?: boolean
  now?: () => number
}

function opened(browser: Browser, { person = 'ploy', submission, locked = false, now = () => T }: Opening = {}): Draft {
  const area = (name: 'draft' | 'unsent') => deviceOf(browser, name, person, 'a1')
  return openDraft({ names, submission, locked, device: area('draft'), unsent: area('unsent'), now })
}

const submissionOf = (response: Record<string, string>, at = T): Submission => ({
  _id: 's1',
  attempt: 1,
  datetime: new Date(at).toISOString(),
  submitted_by: 'Ploy',
  digest: '',
  response,
  filenames: {},
  feedback: { score: null, show: false, comment: '' },
})

const plain = (draft: Draft): DraftFields =>
  Object.fromEntries([...draft.fields()].map(([name, { value, at }]) => [name, { value, at }]))

const edit = fc.tuple(fc.constantFrom(...names), fc.string())

describe('on the device', () => {
  test('whatever is typed is there after a reload, to the last key', () => {
    fc.assert(
      fc.property(fc.array(edit), (edits) => {
        const device = deviceStorage()
        const draft = opened(device.tab())
        for (const [name, value] of edits) draft.type(name, value)
        const again = opened(device.tab())
        for (const name of names) expect(again.value(name)).toBe(draft.value(name))
        expect(again.done()).toEqual(draft.done())
      }),
    )
  })

  test('two people who share it never see each other’s text', () => {
    const device = deviceStorage()
    opened(device.tab()).type('textbox', 'mine')
    expect(opened(device.tab(), { person: 'nat' }).value('textbox')).toBe('')
  })

  test('another tab follows each key', () => {
    const device = deviceStorage()
    const [one, two] = [opened(device.tab()), opened(device.tab())]
    const stop = two.follow()
    one.type('textbox', 'a')
    one.type('textbox', 'ab')
    expect(two.value('textbox')).toBe('ab')
    stop()
    one.type('textbox', 'abc')
    expect(two.value('textbox')).toBe('ab')
  })

  test('what finds no room is kept in memory, and that is said', () => {
    const draft = opened(deviceStorage({ room: 100 }).tab())
    draft.type('textbox', 'x'.repeat(200))
    expect([draft.value('textbox').length, draft.isOnDevice()]).toEqual([200, false])
    draft.type('textbox', 'short')
    expect(draft.isOnDevice()).toBe(true)
  })

  test.each(['', '{', 'null', '[]', '{"value":1,"at":1}', '{"value":"x","at":-1}', '{"value":"x","at":1.5}'])(
    'an entry that is no field, %j, is passed over',
    (text) => {
      const device = deviceStorage()
      device.entries.set('draft/ploy/a1/textbox', text)
      expect(opened(device.tab()).value('textbox')).toBe('')
    },
  )
})

describe('with other devices', () => {
  test('all come to the same text in whichever order they reach the server', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(2), edit, fc.nat(3), fc.boolean()), { maxLength: 30 }),
        fc.shuffledSubarray([0, 1, 2], { minLength: 3 }),
        (steps, order) => {
          let clock = T
          let server: DraftFields = {}
          const devices = [0, 1, 2].map(() => opened(deviceStorage().tab(), { now: () => clock }))
          const meet = (draft: Draft) => {
            const sent = new Map(draft.fields())
            server = mergeDrafts(server, plain(draft))
            draft.adopt(sent, server)
          }
          for (const [who, [name, value], later, meets] of steps) {
            clock += later
            devices[who]?.type(name, value)
            if (meets && devices[who]) meet(devices[who])
          }
          // Twice round: the second time each hears of what the last one brought.
          for (const who of [...order, ...order]) if (devices[who]) meet(devices[who])
          for (const draft of devices) expect(plain(draft)).toEqual(server)
        },
      ),
    )
  })

  test('an edit over another device’s text wins, also when this device’s clock is behind', () => {
    const draft = opened(deviceStorage().tab(), { now: () => T - 60_000 })
    draft.receive({ textbox: { value: 'theirs', at: T } })
    draft.type('textbox', 'mine')
    expect(mergeDrafts({ textbox: { value: 'theirs', at: T } }, plain(draft)).textbox?.value).toBe('mine')
  })

  test('a time that the server set right is taken over, unless somebody typed on', () => {
    const draft = opened(deviceStorage().tab(), { now: () => T + 60_000 })
    draft.type('textbox', 'fast clock')
    draft.type('item-1', '0')
    const sent = new Map(draft.fields())
    draft.type('item-1', '1')
    draft.adopt(sent, { textbox: { value: 'fast clock', at: T }, 'item-1': { value: '0', at: T } })
    expect(draft.fields().get('textbox')).toEqual({ value: 'fast clock', at: T, here: true })
    expect(draft.value('item-1')).toBe('1')
  })

  test('what comes back from the server as it was sent is still this device’s own', () => {
    const draft = opened(deviceStorage().tab())
    draft.type('textbox', 'mine')
    draft.adopt(new Map(draft.fields()), plain(draft))
    expect(draft.fields().get('textbox')?.here).toBe(true)
  })
})

describe('over a submission', () => {
  const file = attachment('/api/files/0192', 'a b.pdf')
  const response = { textbox: 'done', 'item-1': '2', 'file-1': '/api/files/0192/a%20b.pdf?e=1&s=x' }

  test('what was submitted leaves the device, and lies under what is typed next', () => {
    const device = deviceStorage()
    const before = opened(device.tab(), { now: () => T - 1 })
    before.type('textbox', 'done')
    before.type('item-1', '2')
    before.type('file-1', file)
    const after = opened(device.tab(), { submission: submissionOf(response) })
    expect(device.entries.size).toBe(0)
    expect(names.map(after.value)).toEqual(['done', '2', '', response['file-1']])
    after.type('textbox', '')
    expect([after.value('textbox'), after.done()]).toEqual(['', [false, true, false, true]])
  })

  test('a file that is detached gives the submitted one back', () => {
    const draft = opened(deviceStorage().tab(), { submission: submissionOf(response) })
    draft.type('file-1', attachment('/api/files/0193', 'new.pdf'))
    draft.type('file-1', '')
    expect(draft.value('file-1')).toBe(response['file-1'])
  })

  test('a file that the server no longer has leaves its slot empty, and is not sent there again', () => {
    const device = deviceStorage()
    const draft = opened(device.tab())
    draft.type('file-1', file)
    const sent = new Map(draft.fields())
    const answer = { 'file-1': { value: '', at: T + 1 } }
    draft.receive(answer)
    expect([draft.own('file-1'), draft.done(), plain(draft)]).toEqual(['', [false, false, false, false], answer])
    draft.adopt(sent, answer)
    expect(plain(opened(device.tab()))).toEqual(answer)
  })

  test('text that a submission from elsewhere left out is kept aside, can be put back, and can be discarded', () => {
    const device = deviceStorage()
    opened(device.tab(), { now: () => T - 1 }).type('textbox', 'typed in a tunnel')
    const first = opened(device.tab(), { submission: submissionOf(response) })
    expect([first.value('textbox'), [...first.unsent()]]).toEqual(['done', [['textbox', 'typed in a tunnel']]])
    const second = opened(device.tab(), { submission: submissionOf(response), locked: true })
    expect([...second.unsent()]).toEqual([['textbox', 'typed in a tunnel']])
    first.useUnsent()
    expect([first.value('textbox'), first.unsent().size]).toEqual(['typed in a tunnel', 0])
    second.discardUnsent()
    expect(second.unsent().size).toBe(0)
  })

  test('text of another device that is older than the submission is not shown again', () => {
    const draft = opened(deviceStorage().tab(), { submission: submissionOf(response) })
    draft.receive({ textbox: { value: 'late news', at: T - 5 }, 'item-2': { value: '1', at: T + 5 } })
    expect([draft.value('textbox'), draft.value('item-2'), draft.unsent().size]).toEqual(['done', '1', 0])
  })
})

describe('white space alone', () => {
  test('is kept as it is typed, and answers nothing', () => {
    const device = deviceStorage()
    opened(device.tab()).type('textbox', ' \n')
    const again = opened(device.tab())
    expect([again.value('textbox'), again.done()]).toEqual([' \n', [false, false, false, false]])
    expect(formOf(again, names)).toEqual({})
    again.type('textbox', ' a ')
    expect([again.done()[0], formOf(again, names)]).toEqual([true, { textbox: ' a ' }])
  })

  test('is nothing that a submission left out', () => {
    const device = deviceStorage()
    opened(device.tab(), { now: () => T - 1 }).type('textbox', '  ')
    const after = opened(device.tab(), { submission: submissionOf({ 'item-1': '2' }) })
    expect([after.value('textbox'), after.unsent().size, device.entries.size]).toEqual(['', 0, 0])
  })
})

describe('listeners', () => {
  test('a key concerns its own field, and the progress only when a field is begun or emptied', () => {
    const draft = opened(deviceStorage().tab())
    const calls: string[] = []
    draft.watch({ field: 'textbox' }, () => calls.push('textbox'))
    draft.watch({ field: 'item-1' }, () => calls.push('item-1'))
    draft.watch('done', () => calls.push('done'))
    draft.type('textbox', 'a')
    draft.type('textbox', 'ab')
    draft.type('textbox', '')
    expect(calls).toEqual(['done', 'textbox', 'textbox', 'done', 'textbox'])
  })

  test('the progress is what the values say, whatever happens', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(edit, fc.boolean(), fc.nat(9))), (steps) => {
        const draft = opened(deviceStorage().tab())
        for (const [[name, value], typed, at] of steps) {
          if (typed) draft.type(name, value)
          else draft.receive({ [name]: { value, at: T + at } })
          expect(draft.done()).toEqual(names.map((one) => isFilled(draft.value(one))))
        }
      }),
    )
  })
})
