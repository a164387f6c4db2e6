import { useState } from 'react'
import { type AnsweredWork, type AnswerGroup, answers } from '../../contract/staff/answers.ts'
import { changeOfHeaders, toastWithUndo } from '../changes/undo.ts'
import { useCourseId } from '../courses/queries.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { callWithHeaders } from '../loading/call.ts'
import { queries } from '../loading/queryClient.ts'
import { toast } from '../ui/Toast.tsx'
import { answersOf, type Page } from './queries.ts'
import { bodyOf, isTyped, type Typed } from './typed.ts'

export interface Conflict {
  key: string
  works: AnsweredWork[]
}

interface Part {
  /** As it is in the address. */
  asked: string | undefined
  part: string
  /** A comment on the whole work begins with it; '' where there is but one part. */
  partName: string
}

/** What is typed for each group of answers, and its saving. What somebody else graded meanwhile is not overwritten. */
export function useAnswers(asgn_id: string, { asked, part, partName }: Part) {
  const { answers: t, writes } = useAuthoring()
  const course_id = useCourseId()
  const [typed, setTyped] = useState<ReadonlyMap<string, Typed>>(new Map())
  const [sending, setSending] = useState<ReadonlySet<string>>(new Set())
  const [conflict, setConflict] = useState<Conflict>()

  const keep = (key: string, one: Typed | undefined) =>
    setTyped((all) => {
      const next = new Map(all)
      if (one) next.set(key, one)
      else next.delete(key)
      return next
    })

  /** Puts the works as they are now into what is on screen. */
  function show(works: AnsweredWork[]) {
    const byId = new Map(works.map((work) => [work._id, work]))
    const { queryKey } = answersOf(course_id, asgn_id, asked)
    queries.setQueryData<Page[]>(queryKey, (pages) =>
      pages?.map((page) => ({
        ...page,
        items: page.items.map((group) => ({ ...group, works: group.works.map((one) => byId.get(one._id) ?? one) })),
      })),
    )
  }

  /** Saves what is typed for these works of a group; false: the points are no number. */
  function save(group: AnswerGroup, works: AnsweredWork[]): boolean {
    const one = typed.get(group.key)
    if (!one || !isTyped(one) || sending.has(group.key)) return true
    const body = bodyOf(one, works)
    if (!body) return false
    const comment = body.comment && partName ? `${partName}: ${body.comment}` : body.comment
    void send(group.key, one, { ...body, part, comment })
    return true
  }

  async function send(
    key: string,
    one: Typed,
    body: Parameters<typeof callWithHeaders<typeof answers.grade>>[1]['body'],
  ) {
    setSending((all) => new Set(all).add(key))
    try {
      const { data, headers } = await callWithHeaders(answers.grade, { params: { course_id, asgn_id }, body })
      if (data.saved.length > 0) toastWithUndo(t.saved(data.saved.length), course_id, changeOfHeaders(headers), writes)
      show([...data.saved, ...data.conflicts])
      if (data.conflicts.length > 0) setConflict({ key, works: data.conflicts })
      // What was typed since stays.
      else setTyped((all) => (all.get(key) === one ? new Map([...all].filter(([other]) => other !== key)) : all))
    } catch {
      return toast(writes.failed, 'wrong')
    } finally {
      setSending((all) => new Set([...all].filter((other) => other !== key)))
    }
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['courses', course_id, 'assignments', asgn_id] }),
      queries.invalidateQueries({ queryKey: ['courses', course_id, 'submissions'] }),
    ])
  }

  return {
    typed,
    sending,
    conflict,
    forget: () => setConflict(undefined),
    set: keep,
    save,
  }
}
