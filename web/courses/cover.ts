/** The seed of a course's drawing: its own id, unless its staff chose one of the product's drawings. */
export const coverSeed = (courseId: string, cover: string | null | undefined): string =>
  cover ? `cover ${cover}` : courseId
