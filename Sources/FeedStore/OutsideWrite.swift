/// An error if other programs have written to the store since the last read.
package struct OutsideWrite: Error {}
