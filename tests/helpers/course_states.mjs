// What a page of the static course says of links: the state, the parts of each block, and what its pictures are told.
import { Lesson } from "../../web/hosts/course/state.js";

/** Of each link: notices, values by field, and by block the parts, whether they are those of exactly this state, and pictures. */
export const tell = async (told, links, hasOwn) => {
  const { complete } = hasOwn ? await import(`../../lessons/${told.stem}/course.js`) : {};
  const lesson = new Lesson(told);
  return links.map((link) => {
    const { state, notices } = lesson.read(new URLSearchParams(link));
    const values = Object.fromEntries(Object.keys(told.fields).map((name) => [name, lesson.value(state, name)]));
    const blocks = told.blocks.map((block) => {
      const shown = lesson.shownOf(block, state);
      if (!shown) return null;
      const pictures = shown.pictures.map((picture) => {
        if ("script" in picture) return { script: picture.script, ...lesson.dataOf(block, picture, state, complete) };
        return "drawing" in picture ? lesson.dataAt(picture.drawing) : picture;
      });
      return { ...lesson.partsOf(block, state), varying: shown.varying, pictures };
    });
    return { notices, values, blocks, link: lesson.write(state).toString() };
  });
};
