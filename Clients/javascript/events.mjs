// Reads a text/event-stream in pieces of any size, as the HTML standard requires (9.2.6).

export class EventReader {
  /** The id for `Last-Event-ID`; empty for none. */
  lastID = "";
  /** The wait before reconnecting, in milliseconds, if the stream has sent one. */
  retry = undefined;
  #decoder = new TextDecoder();
  #line = "";
  #followsReturn = false;
  #id = "";
  #event = "";
  #data = [];

  /** Returns the events that end in the bytes: `{event, id, data}`. */
  read(bytes) {
    let text = this.#decoder.decode(bytes, { stream: true });
    if (!text) return [];
    if (this.#followsReturn && text.startsWith("\n")) text = text.slice(1);
    this.#followsReturn = text ? text.endsWith("\r") : false;
    const lines = (this.#line + text).split(/\r\n|\n|\r/);
    this.#line = lines.pop();
    return lines.flatMap((line) => this.#take(line));
  }

  #take(line) {
    if (!line) return this.#end();
    const [field, value] = line.includes(":") ? /^([^:]*): ?(.*)$/su.exec(line).slice(1) : [line, ""];
    if (field === "data") this.#data.push(value);
    else if (field === "event") this.#event = value;
    else if (field === "id" && !value.includes("\0")) this.#id = value;
    else if (field === "retry" && /^[0-9]+$/.test(value)) this.retry = Number(value);
    return [];
  }

  #end() {
    this.lastID = this.#id;
    const events = this.#data.length
      ? [{ event: this.#event || "message", id: this.#id, data: this.#data.join("\n") }]
      : [];
    [this.#event, this.#data] = ["", []];
    return events;
  }
}
