import type { Catalogue } from '../index.ts'

export const groups: Catalogue['groups'] = {}
