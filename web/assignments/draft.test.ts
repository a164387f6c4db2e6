import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Submission } from '../../contract/assignments.ts'
import { type Draft as Answer, type DraftFields, type DraftSave, mergeSave } from '../../contract/drafts.ts'
import type { Browser } from '../typed/entries.ts'
import { deviceStorage } from '../typed/testStorage.ts'
import { deviceOf } from './device.ts'
import { type Draft, openDraft } from './draft.ts'
import { attachment, isFilled } from './form.ts'
import { savesOf } from './saves.ts'
import { submissionOf as formOf, isOf } from './submission.ts'

const names = ['textbox', 'item-1', 'item-2', 'file-1']
const T = Date.UTC(2026, 10, 21)

interface Opening {
  person?: string
  submission?: Submission
  locked?: boolean
  now?: () => number
  isOrder?: (name: string) => boolean
}

function opened(browser: Browser, opening: Opening = {}): Draft {
  const { person = 'ploy', submission, locked = false, now = () => T, isOrder = () => false } = opening
  const area = (name: 'draft' | 'base' | 'unsent') => deviceOf(browser, name, person, 'a1')
  const areas = { device: area('draft'), base: area('base'), unsent: area('unsent') }
  return openDraft({ names, isText, isOrder, submission, locked, ...areas, saves: savesOf(browser, person, 'a1'), now })
}

const isText = (name: string) => name === 'textbox' || name === 'item-1'

const answer = (fields: DraftFields, more: Partial<Answer> = {}): Answer => ({
  owner_id: 'ploy',
  fields,
  updated_at: null,
  conflicts: [],
  ...more,
})

/** The server's handling of saves (server/assignments/drafts.ts), in memory. */
function keeper() {
  let kept: Parameters<typeof mergeSave>[0] = { fields: {}, applied: [] }
  const versions: Record<string, string>[] = []
  return {
    versions,
    fields: () => kept.fields,
    answer: () => answer(kept.fields),
    save(saves: DraftSave[]): Answer {
      const conflicts: string[] = []
      for (const save of saves) {
        const merged = mergeSave(kept, save, isText)
        kept = merged.draft
        versions.push(merged.replaced, merged.aside)
        conflicts.push(...merged.conflicts)
      }
      return answer(kept.fields, { conflicts })
    },
  }
}

const submissionOf = (response: Record<string, string>, at = T): Submission => ({
  _id: 's1',
  attempt: 1,
  datetime: new Date(at).toISOString(),
  late: false,
  submitted_by: 'Ploy',
  digest: '',
  response,
  chosen: {},
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
      device.entries.set('typed/ploy/draft/a1/textbox', text)
      expect(opened(device.tab()).value('textbox')).toBe('')
    },
  )
})

describe('with other devices', () => {
  test('all come to the same draft, and no word or choice is lost, whatever the line and the devices do', () => {
    const device = fc.nat(2)
    const step = fc.oneof(
      fc.record({ what: fc.constant('write' as const), device, at: fc.nat(12), takes: fc.nat(3), name: fc.nat(1) }),
      fc.record({ what: fc.constant('choose' as const), device, choice: fc.nat(3) }),
      fc.record({
        what: fc.constantFrom('meet', 'request lost', 'answer lost', 'sent twice', 'reload', 'read'),
        device,
      }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let clock = T
        const server = keeper()
        const stores = [0, 1, 2].map(() => deviceStorage())
        const open = (store = deviceStorage()) => opened(store.tab(), { now: () => clock })
        const drafts = stores.map(open)
        const said: { name: string; word: string }[] = []
        const sent: typeof said = []
        const sending = (draft: Draft) => {
          const saves = draft.saves()
          const texts = JSON.stringify(saves)
          sent.push(...said.filter(({ word }) => texts.includes(word)))
          return saves
        }
        for (const [n, one] of steps.entries()) {
          clock += 1
          const draft = drafts[one.device]
          if (!draft) continue
          if (one.what === 'write' && 'at' in one) {
            const name = names[one.name] ?? ''
            const words = draft.value(name).split(' ')
            const word = `word${100 + n}`
            words.splice(one.at, one.takes, word)
            draft.type(name, words.join(' ').trim())
            said.push({ name, word })
          } else if (one.what === 'choose' && 'choice' in one) {
            draft.type('item-2', String(one.choice))
          } else if (one.what === 'reload') {
            drafts[one.device] = open(stores[one.device])
          } else if (one.what === 'read') {
            draft.receive(server.answer())
          } else {
            const saves = sending(draft)
            if (one.what === 'request lost' || saves.length === 0) continue
            const first = server.save(saves)
            if (one.what === 'sent twice') draft.arrived(saves, server.save(saves))
            else if (one.what === 'meet') draft.arrived(saves, first)
          }
        }
        // At the end every device gets every event, and then the result of the last save.
        for (let round = 0; round < 3; round++) {
          for (const draft of drafts) {
            const saves = sending(draft)
            draft.arrived(saves, server.save(saves))
          }
        }
        for (const draft of drafts) {
          expect(draft.isAhead()).toBe(false)
          for (const name of names.slice(0, 3)) expect(draft.value(name)).toBe(server.fields()[name]?.value ?? '')
        }
        for (const { name, word } of sent) {
          const kept = [server.fields()[name]?.value, ...server.versions.map((fields) => fields[name])].join('|')
          expect(kept).toContain(word)
        }
      }),
      { numRuns: 400 },
    )
  })

  test('both stand where two wrote in the same place, and the second one is told', () => {
    const server = keeper()
    const [phone, laptop] = [opened(deviceStorage().tab()), opened(deviceStorage().tab())]
    laptop.type('textbox', 'A paragraph that was typed offline.')
    phone.type('textbox', 'x')
    for (const draft of [phone, laptop]) {
      const saves = draft.saves()
      draft.arrived(saves, server.save(saves))
    }
    expect(laptop.value('textbox')).toBe('x A paragraph that was typed offline.')
    expect([phone.conflicts(), laptop.conflicts()]).toEqual([[], ['textbox']])
  })

  test('what is typed while an answer is on its way is neither lost nor there twice', () => {
    const server = keeper()
    const [one, other] = [opened(deviceStorage().tab()), opened(deviceStorage().tab())]
    one.type('textbox', 'Hello')
    const first = one.saves()
    one.type('textbox', 'Hello world')
    other.type('textbox', 'Hi.')
    server.save(other.saves())
    one.arrived(first, server.save(first))
    const second = one.saves()
    one.arrived(second, server.save(second))
    expect(one.value('textbox')).toBe('Hi. Hello world')
  })

  test('a device that crashed before the answer came sends the same again, and the server knows it', () => {
    const server = keeper()
    const device = deviceStorage()
    const before = opened(device.tab())
    before.type('textbox', 'once')
    server.save(before.saves())
    const after = opened(device.tab())
    after.type('textbox', 'once and no more')
    const saves = after.saves()
    expect(saves).toHaveLength(2)
    after.arrived(saves, server.save(saves))
    expect(after.value('textbox')).toBe('once and no more')
  })

  test('a time that the server set right is taken over, unless somebody typed on', () => {
    const draft = opened(deviceStorage().tab(), { now: () => T + 60_000 })
    draft.type('textbox', 'fast clock')
    draft.type('item-2', '0')
    const saves = draft.saves()
    draft.type('item-2', '1')
    draft.arrived(saves, answer({ textbox: { value: 'fast clock', at: T }, 'item-2': { value: '0', at: T } }))
    expect(draft.fields().get('textbox')).toEqual({ value: 'fast clock', at: T, here: true })
    expect([draft.value('item-2'), draft.isAhead()]).toEqual(['1', true])
  })

  test('a draft of a group that the person has come into leaves what they typed alone aside', () => {
    const draft = opened(deviceStorage().tab())
    draft.type('textbox', 'typed alone')
    draft.receive(answer({}))
    draft.receive(answer({ textbox: { value: 'of the group', at: T } }, { owner_id: 'group' }))
    expect([draft.value('textbox'), [...draft.unsent()]]).toEqual(['of the group', [['textbox', 'typed alone']]])
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
    expect(device.typed()).toEqual([])
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
    const saves = draft.saves()
    const gone = { 'file-1': { value: '', at: T + 1 } }
    draft.arrived(saves, answer(gone))
    expect([draft.own('file-1'), draft.done(), plain(draft)]).toEqual(['', [false, false, false, false], gone])
    expect(draft.isAhead()).toBe(false)
    expect(plain(opened(device.tab()))).toEqual(gone)
  })

  test('text that a submission from elsewhere left out is kept aside, can be put back, and can be discarded', () => {
    const device = deviceStorage()
    opened(device.tab(), { now: () => T - 1 }).type('textbox', 'typed in a tunnel')
    const first = opened(device.tab(), { submission: submissionOf(response) })
    expect([first.value('textbox'), [...first.unsent()]]).toEqual(['done', [['textbox', 'typed in a tunnel']]])
    const second = opened(device.tab(), { submission: submissionOf(response), locked: true })
    expect([...second.unsent()]).toEqual([['textbox', 'typed in a tunnel']])
    const aside = () => opened(device.tab(), { submission: submissionOf(response) }).unsent()
    const putBack = second.discardUnsent()
    expect([second.unsent().size, aside().size]).toEqual([0, 0])
    putBack()
    expect([second.unsent(), aside()]).toEqual([first.unsent(), first.unsent()])
    first.useUnsent()
    expect([first.value('textbox'), first.unsent().size]).toEqual(['typed in a tunnel', 0])
    second.discardUnsent()
    expect(second.unsent().size).toBe(0)
  })

  test('text of another device that is older than the submission is not shown again', () => {
    const draft = opened(deviceStorage().tab(), { submission: submissionOf(response) })
    draft.receive(answer({ textbox: { value: 'late news', at: T - 5 }, 'item-2': { value: '1', at: T + 5 } }))
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
    expect([after.value('textbox'), after.unsent().size, device.typed()]).toEqual(['', 0, []])
  })
})

describe('a submission', () => {
  const over = (chosen: string) => ({ ...submissionOf({ 'item-1': 'words' }), chosen: { 'item-1': chosen } })
  const isOurs = (kind: 'ordering' | 'several', chosen: string) =>
    isOf(over(chosen), { 'item-1': '[a,b]' }, () => kind === 'ordering')

  test('is the one that this page sent, also where the server put a new choice at the end of an order', () => {
    expect(['[a,b]', '[a,b,c]', '[b,a,c]', '[a,c,b]', '[a]'].map((one) => isOurs('ordering', one))).toEqual([
      ...[true, true, false, false, false],
    ])
    expect(['[a,b]', '[a,b,c]'].map((one) => isOurs('several', one))).toEqual([true, false])
  })

  test('leaves out no order to which the server put a new choice', () => {
    const left = (chosen: string) => {
      const device = deviceStorage()
      opened(device.tab(), { now: () => T - 1 }).type('item-2', '[a,b]')
      const response = { ...submissionOf({ 'item-2': 'words' }), chosen: { 'item-2': chosen } }
      return opened(device.tab(), { submission: response, isOrder: (name) => name === 'item-2' }).unsent().size
    }
    expect(['[a,b,c]', '[b,a,c]'].map(left)).toEqual([0, 1])
  })

  test('with one choice more than is chosen since does not bring that choice back', () => {
    const device = deviceStorage()
    const submission = { ...submissionOf({ 'item-2': 'words' }), chosen: { 'item-2': '[a,b]' } }
    opened(device.tab(), { submission, now: () => T + 1 }).type('item-2', '[a]')
    expect(opened(device.tab(), { submission }).value('item-2')).toBe('[a]')
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
          else draft.receive(answer({ [name]: { value, at: T + at } }))
          expect(draft.done()).toEqual(names.map((one) => isFilled(draft.value(one))))
        }
      }),
    )
  })
})
