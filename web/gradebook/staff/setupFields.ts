import { v4 as newUuid } from 'uuid'
import type { Grades } from '../../../contract/staff/gradebook.ts'
import type { Start } from '../../forms/useForm.ts'

export interface Line {
  key: string
  name: string
  weight: number | null
  drop_lowest: number | null
  drop_highest: number | null
}

export interface LetterLine {
  key: string
  letter: string
  from: number | null
}

/** The fields of the form of how grades add up. */
export interface Fields {
  categories: Line[]
  letters: LetterLine[]
  /** The key of each changed column's category; empty: none. */
  moved: Record<string, string>
}

type Setup = Pick<Grades, 'categories' | 'letters' | 'revision'>

/** The key of an existing category is its id. */
export const startOf = ({ categories, letters, revision }: Setup): Start<Fields> => ({
  values: {
    categories: categories.map(({ _id, name, weight, drop_lowest, drop_highest }) => ({
      ...{ key: _id, name, weight, drop_lowest, drop_highest },
    })),
    letters: letters.map(({ letter, from }) => ({ key: letter, letter, from })),
    moved: {},
  },
  revision,
})

export const newLine = (): Line => ({ key: newUuid(), name: '', weight: 0, drop_lowest: 0, drop_highest: 0 })
export const newLetter = (): LetterLine => ({ key: newUuid(), letter: '', from: 0 })

/** As the server takes them. */
export const lettersIn = (letters: LetterLine[]) =>
  letters.map(({ letter, from }) => ({ letter: letter.trim(), from: from ?? 0 }))

/** A category that somebody else removed meanwhile becomes a new one. */
export function bodyOf({ categories, letters, moved }: Fields, from: Fields) {
  const there = new Set(from.categories.map(({ key }) => key))
  return {
    categories: categories.map(({ key, name, weight, drop_lowest, drop_highest }) => ({
      ...(there.has(key) && { _id: key }),
      ...{ name, weight: weight ?? 0, drop_lowest: drop_lowest ?? 0, drop_highest: drop_highest ?? 0 },
    })),
    letters: lettersIn(letters),
    columns: Object.entries(moved).map(([_id, of]) => {
      const category = categories.findIndex(({ key }) => key === of)
      return { _id, category: category < 0 ? null : category }
    }),
  }
}
