/** Adds a place, such as a file's name, to the error of an answer. */
export async function placed<Answer>(place: string, answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    throw new Error(`${place}: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}
