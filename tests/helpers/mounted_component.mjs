// What a component is told when it is called, and when calls of it end.
import { mount } from "../../ui/canvas/wire/mounting.js";

export const tell = (events) => {
  const told = [], ends = [], element = {};
  let created = 0;
  const create = () => {
    const number = created++;
    told.push(`create ${number}`);
    return { number, close: () => told.push(`close ${number}`) };
  };
  for (const event of events) {
    const [kind, call] = event.split(" ");
    if (kind === "end") ends[Number(call)]();
    else ends.push(mount(element, create, ({ number }) => told.push(`update ${number}`)));
  }
  return told;
};
