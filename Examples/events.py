"""Reads a text/event-stream in whatever pieces it comes, as the HTML standard says (9.2.6)."""
import codecs, re

class EventReader:
    def __init__(self):
        self.last_id, self.retry = "", None  # for Last-Event-ID, empty for none; in milliseconds
        self._decoder, self._is_start = codecs.getincrementaldecoder("utf-8")("replace"), True
        self._line, self._is_behind_return = "", False
        self._id, self._event, self._data = "", "", []

    def read(self, piece):  # the events that the bytes end: (event, id, data)
        text = self._decoder.decode(piece)
        if not text: return []
        if self._is_start: text, self._is_start = text.removeprefix("\ufeff"), False
        if self._is_behind_return: text = text.removeprefix("\n")
        self._is_behind_return = text.endswith("\r")
        *lines, self._line = re.split("\r\n|\n|\r", self._line + text)
        return [event for line in lines for event in self._take(line)]

    def _take(self, line):
        if not line: return self._end()
        field, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if field == "data": self._data.append(value)
        elif field == "event": self._event = value
        elif field == "id" and "\0" not in value: self._id = value
        elif field == "retry" and re.fullmatch("[0-9]+", value): self.retry = int(value)
        return []

    def _end(self):
        self.last_id = self._id
        events = [(self._event or "message", self._id, "\n".join(self._data))] if self._data else []
        self._event, self._data = "", []
        return events
