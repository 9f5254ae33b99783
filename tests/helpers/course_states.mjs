// What a page of the static course says of links: the state, the parts of each block, and what its pictures are told.
import { Lesson } from "../../web/hosts/course/state.js";
import { isReached } from "../../web/hosts/course/steps.js";

/** Of each link: notices, values by field, and by block the parts, whether they are those of exactly this state, and pictures. */
export const tell = async (content, links, hasOwn) => {
  const { complete } = hasOwn ? await import(`../../lessons/${content.stem}/course.js`) : {};
  const lesson = new Lesson(content);
  return links.map((link) => {
    const { state, notices } = lesson.read(new URLSearchParams(link));
    const values = Object.fromEntries(Object.keys(content.fields).map((name) => [name, lesson.value(state, name)]));
    const blocks = content.blocks.map((block) => {
      const view = lesson.shownOf(block, state);
      if (!view) return null;
      const pictures = view.pictures.map((picture) => {
        if ("script" in picture) return { script: picture.script, ...lesson.dataOf(block, picture, state, complete) };
        return "drawing" in picture ? lesson.dataAt(picture.drawing) : picture;
      });
      return { ...lesson.partsOf(block, state), varying: view.varying, pictures };
    });
    return { notices, values, blocks, link: lesson.write(state).toString() };
  });
};

/** Whether each link is a state in which its step is done. */
export const checkSteps = (content, links) => {
  const lesson = new Lesson(content);
  return links.map((link) => {
    const { state } = lesson.read(new URLSearchParams(link));
    return isReached(lesson, content.steps[state.step - 1], state);
  });
};
