import type { Catalogue } from '../index.ts'

export const join: Catalogue['join'] = {}
